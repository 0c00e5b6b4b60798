import BasicsTesting
import Dispatch
import Synchronization
import Testing

@testable import Cloud
@testable import CloudStore

struct WorkerPoolTests {
  @Test func `Jobs give their results`() async throws {
    let workers = WorkerPool(count: 2, waiting: 100)

    let results = try await bounded("the results of all jobs") {
      await withTaskGroup { group in
        for number in 0..<50 { group.addTask { await workers.run { number * 2 } } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }

    #expect(results.compactMap(\.self).sorted() == (0..<50).map { $0 * 2 })
  }

  @Test func `A job too many is refused, the others run in order`() async throws {
    let workers = WorkerPool(count: 1, waiting: 2)
    let gate = Mutex(())
    let order = Mutex<[Int]>([])
    let refused = Mutex<[Int]>([])

    let (jobs, lastIsDone) = AsyncStream.makeStream(of: Void.self)
    gate.withLock { _ in
      for number in 0..<4 {
        workers.start {
          refused.withLock { $0.append(number) }
        } _: {
          gate.withLock { _ in }
          order.withLock { $0.append(number) }
          if number == 2 { lastIsDone.yield() }
        }
      }
    }
    _ = try await jobs.next("the last job")

    #expect(refused.withLock { $0 } == [3])
    #expect(order.withLock { $0 } == [0, 1, 2])
  }

  /// A job of a caller, with a name.
  private struct Job {
    let name: String
    let caller: Int
    var standing = CallerStanding.other
    var isLate = false
  }

  /// Starts jobs while one of caller 0 holds the only worker; returns the names of those that ran,
  /// in order, and those of the refused.
  private func order(
    of jobs: [Job], waiting limit: Int, isNewestFirst: Bool = false
  ) async throws -> (ran: [String], refused: [String]) {
    let workers = WorkerPool(count: 1, waiting: limit, isNewestFirst: isNewestFirst)
    let gate = Mutex(())
    let ran = Mutex<[String]>([])
    let refused = Mutex<[String]>([])
    let group = DispatchGroup()
    gate.withLock { _ in
      workers.start(refuse: {}) { gate.withLock { _ in } }
      for job in jobs {
        group.enter()
        let deadline = RequestDeadline(after: job.isLate ? .zero : .seconds(600))
        workers.start(for: job.caller, standing: job.standing, until: deadline) {
          refused.withLock { $0.append(job.name) }
          group.leave()
        } _: {
          ran.withLock { $0.append(job.name) }
          group.leave()
        }
      }
    }
    try await bounded("the end of all jobs") {
      await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
    }
    return (ran.withLock { $0 }, refused.withLock { $0 })
  }

  @Test func `Callers take turns`() async throws {
    let jobs =
      (1...3).map { Job(name: "a\($0)", caller: 1) } + [
        Job(name: "b1", caller: 2), Job(name: "c1", caller: 3), Job(name: "b2", caller: 2),
      ]

    let result = try await order(of: jobs, waiting: 10)

    #expect(result.ran == ["a1", "b1", "c1", "a2", "b2", "a3"])
    #expect(result.refused == [])
  }

  @Test func `The newest job of the caller with the most gives way`() async throws {
    let jobs = [("a1", 1), ("a2", 1), ("a3", 1), ("b1", 2), ("b2", 2), ("b3", 2), ("c1", 3)]

    let result = try await order(of: jobs.map { Job(name: $0, caller: $1) }, waiting: 3)

    #expect(result.ran == ["a1", "b1", "c1"])
    #expect(result.refused == ["a3", "b2", "b3", "a2"])
  }

  @Test func `With the newest first, who comes now does not wait for all who have waited long`()
    async throws
  {
    let attack = (1...3).map { Job(name: "a\($0)", caller: $0) }
    let own = [Job(name: "own1", caller: 9), Job(name: "own2", caller: 9)]

    let others = try await order(
      of: attack + [Job(name: "ann", caller: 8)], waiting: 4, isNewestFirst: true)
    let same = try await order(
      of: own + [Job(name: "ann", caller: 9)], waiting: 3, isNewestFirst: true)

    // Nor does the one who has waited longest wait for all who come.
    #expect(others.ran == ["ann", "a1", "a3", "a2"])
    #expect(same.ran == ["ann", "own1", "own2"])
  }

  @Test func `Jobs that come too late take no turn, and are refused together`() async throws {
    let late = (1...3).map { Job(name: "late\($0)", caller: $0, isLate: true) }
    let others = (4...6).map { Job(name: "a\($0)", caller: $0) }

    let result = try await order(of: late + others, waiting: 6, isNewestFirst: true)

    #expect(result.ran == ["a6", "a4", "a5"])
    #expect(result.refused == ["late1", "late2", "late3"])
  }

  @Test func `The jobs of each standing have a part of the turns, and places of their own`()
    async throws
  {
    let jobs =
      (1...3).map { Job(name: "a\($0)", caller: $0) }
      + (4...6).map { Job(name: "known\($0)", caller: $0, standing: .known) }
      + (7...8).map { Job(name: "new\($0)", caller: $0, standing: .new) }

    let result = try await order(of: jobs, waiting: 3)

    #expect(result.ran == ["known4", "new7", "a1", "known5", "new8", "a2", "known6", "a3"])
  }

  @Test func `One caller has half of the workers at the most`() async throws {
    let workers = WorkerPool(count: 4, waiting: 10)
    let gate = DispatchSemaphore(value: 0)
    defer { for _ in 0..<5 { gate.signal() } }
    let running = Mutex(0)
    for _ in 0..<5 {
      workers.start(for: 1, refuse: {}) {
        running.withLock { $0 += 1 }
        gate.wait()
      }
    }

    try await bounded("the job of the second caller") {
      await withCheckedContinuation { done in
        workers.start(for: 2, refuse: {}) { done.resume() }
      }
    }

    #expect(running.withLock { $0 } <= 2)
  }
}
