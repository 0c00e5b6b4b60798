import Basics
import BasicsTesting
import CloudDomain
import Core
import Synchronization
import Testing

@testable import Cloud
@testable import CloudStore

struct RequestDeadlineTests {
  @Test func `What is left becomes less, and is never negative`() {
    let arrival = ContinuousClock.now
    let deadline = RequestDeadline(from: arrival)

    #expect(deadline.rest(at: arrival) == .seconds(15))
    #expect(deadline.rest(at: arrival + .seconds(9)) == .seconds(6))
    #expect(deadline.rest(at: arrival + .seconds(20)) == .zero)
    #expect(RequestDeadline.earlier(arrival + .seconds(8), deadline) == arrival + .seconds(8))
    #expect(RequestDeadline.earlier(arrival + .seconds(18), deadline) == deadline.end)
    #expect(RequestDeadline.earlier(arrival, nil) == arrival)
  }

  @Test func `A part of the work may have less time, and never has more`() {
    let deadlines = RequestDeadlines()
    let (short, long) = (RequestDeadline(after: .seconds(1)), RequestDeadline(after: .seconds(9)))

    #expect(deadlines.current == nil)
    deadlines.work(until: long) {
      deadlines.work(until: short) { #expect(deadlines.current == short) }
      #expect(deadlines.current == long)
    }
    deadlines.work(until: short) {
      deadlines.work(until: long) { #expect(deadlines.current == short) }
    }
    #expect(deadlines.current == nil)
  }

  /// Each of them alone would wait for ten seconds.
  @Test func `Those who wait for a locked file share one time`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cloud.sqlite")
    let store = SQLStore.sqlite(.file(path: path), connections: 4)
    try store.database.migrate()
    let locker = try SQLiteConnection(path: path)
    try locker.begin()

    let start = ContinuousClock.now
    let results = concurrently(4) { _ in
      try store.deadlines.work(until: RequestDeadline(after: .seconds(1), from: start)) {
        try store.record(.readinessCheck, at: .noon)
      }
    }

    #expect(start.duration(to: .now) < .seconds(5))
    for result in results { #expect(throws: StoreError.self) { try result.get() } }
    locker.rollBack()
    #expect(throws: Never.self) { try store.record(.readinessCheck, at: .noon) }
  }

  @Test func `A job whose turn comes too late is refused`() async throws {
    let workers = WorkerPool(count: 1, waiting: 2)

    let isRefused = try await bounded("the end of the job") {
      await withCheckedContinuation { done in
        workers.start(until: RequestDeadline(after: .zero)) {
          done.resume(returning: true)
        } _: {
          done.resume(returning: false)
        }
      }
    }

    #expect(isRefused)
  }

  @Test func `Slots without a connection are left out while no further one can be opened`() throws {
    let slots = ConnectionSlots<Int>(count: 3)
    let attempts = Counter()

    let results = concurrently(6) { index in
      try slots.lend(until: RequestDeadline(after: .seconds(30))) { (slot) throws -> Int? in
        if slot == nil {
          guard attempts.next() == 1 else { return nil }
          slot = 7
        }
        return slot
      }
    }

    #expect(try results.map { try $0.get() } == Array(repeating: 7, count: 6))
    #expect(slots.use.open == 1)
  }

  @Test func `Without any connection nobody waits`() {
    let slots = ConnectionSlots<Int>(count: 2)

    #expect(slots.lend(until: nil) { _ -> Int? in nil } == nil)
    #expect(slots.lend(until: nil) { _ -> Int? in 1 } == 1)
  }
}
