import Basics
@testable import FeatureFlags
import FeatureFlagsTesting
import Glibc
import Synchronization
import Testing

struct ExperimentEventQueueTests {
  private let files = MemoryFiles()

  private func queue(maximumSize: Int64 = 100_000) -> ExperimentEventQueue {
    ExperimentEventQueue(path: "events", files: files, maximumSize: maximumSize) { error in
      Issue.record("unexpected: \(error)")
    }
  }

  private func event(_ id: Int) -> ExperimentEvent {
    ExperimentEvent(
      id: "\(id)", subject: "rider", milliseconds: 0, kind: .conversion(name: "x"))
  }

  @Test func `Recorded events wait in order, also for the next process`() throws {
    queue().record(event(1))
    queue().record(event(2))
    try queue().append([event(3), event(4)])

    #expect(try queue().waiting().events == (1...4).map(event))
    #expect(try queue().waiting().damaged == 0)
  }

  @Test func `An empty queue has nothing to deliver`() async throws {
    let sender = FakeEventSender()

    let delivery = try await queue().deliver(through: sender)

    #expect(delivery.delivered == 0 && delivery.waiting == 0 && delivery.failure == nil)
    #expect(await sender.batches.isEmpty)
    #expect(files.text(of: "events") == nil)
  }

  @Test func `Events are delivered in batches and then gone`() async throws {
    try queue().append((1...7).map(event))
    let sender = FakeEventSender()

    let delivery = try await queue().deliver(through: sender, batchSize: 3)

    #expect(delivery.delivered == 7 && delivery.waiting == 0)
    #expect(
      await sender.batches.map { $0.map(\.id) } == [["1", "2", "3"], ["4", "5", "6"], ["7"]])
    #expect(try queue().waiting().events.isEmpty)
  }

  @Test func `Events stay when the receiver cannot be reached`() async throws {
    try queue().append((1...5).map(event))
    let sender = FakeEventSender(answers: [true, false])

    let delivery = try await queue().deliver(through: sender, batchSize: 2)

    #expect(delivery.delivered == 2 && delivery.waiting == 3)
    #expect(delivery.failure is FakeEventSender.Unreachable)
    #expect(try queue().waiting().events == (3...5).map(event))
    #expect(try await queue().deliver(through: sender).delivered == 3)
    #expect(await sender.counted == (1...5).map(event))
  }

  @Test func `A last line that a crash cut short costs that event only`() async throws {
    try queue().append([event(1), event(2)])
    let whole = try #require(files.text(of: "events"))
    files.write(String(whole.dropLast(20)), to: "events")

    queue().record(event(3))

    let (events, damaged) = try queue().waiting()
    #expect(events == [event(1), event(3)])
    #expect(damaged == 1)
    let delivery = try await queue().deliver(through: FakeEventSender())
    #expect(delivery.damaged == 1)
    #expect(files.text(of: "events") == "")
  }

  @Test func `A crash between delivery and removal delivers twice, and is counted once`()
    async throws
  {
    try queue().append([event(1), event(2)])
    let sender = FakeEventSender()
    let content = try #require(files.text(of: "events"))

    _ = try await queue().deliver(through: sender)
    files.write(content, to: "events")
    _ = try await queue().deliver(through: sender)

    #expect(await sender.batches.joined().count == 4)
    #expect(await sender.counted == [event(1), event(2)])
  }

  /// Records an event while a batch is on its way.
  private struct RecordingSender: EventSender {
    let queue: ExperimentEventQueue
    let event: ExperimentEvent

    func send(_ events: [ExperimentEvent]) {
      queue.record(event)
    }
  }

  @Test func `An event that is recorded during a delivery is kept`() async throws {
    queue().record(event(1))

    _ = try await queue().deliver(through: RecordingSender(queue: queue(), event: event(2)))

    #expect(try queue().waiting().events == [event(2)])
  }

  @Test func `A full queue refuses events and says so`() throws {
    let queue = queue(maximumSize: 100)
    try queue.append([event(1)])

    let error = #expect(throws: ExperimentEventQueueError.self) { try queue.append([event(2)]) }

    #expect(error == .full(path: "events", maximumSize: 100))
    #expect(
      error?.description
        == """
        The event was not recorded, because events has reached 100 bytes. Deliver the events \
        that wait.
        """
    )
    #expect(try queue.waiting().events == [event(1)])
  }

  @Test func `A disk that fails is reported and never stops the caller`() async throws {
    let failures = Mutex<[ExperimentEventQueueError]>([])
    let queue = ExperimentEventQueue(path: "events", files: files) { error in
      failures.withLock { $0.append(error) }
    }
    files.fail("events", with: ENOSPC)

    queue.record(event(1))

    let expected = ExperimentEventQueueError.file(FileError(errorNumber: ENOSPC, path: "events"))
    #expect(failures.withLock { $0 } == [expected])
    #expect(throws: expected) { try queue.waiting() }
    await #expect(throws: expected) { try await queue.deliver(through: FakeEventSender()) }
  }

  @Test func `Two processes record and deliver at once without a loss`() async throws {
    let path = "/tmp/feature-flags-queue-\(UInt64.random(in: 0 ... .max))"
    defer {
      unlink(path)
      unlink(path + ".lock")
    }
    let sender = FakeEventSender()

    try await withThrowingTaskGroup(of: Void.self) { group in
      for process in 0..<4 {
        group.addTask {
          let queue = ExperimentEventQueue(path: path) { Issue.record("unexpected: \($0)") }
          for number in 0..<25 {
            queue.record(event(process * 25 + number))
            if number % 5 == 0 { _ = try await queue.deliver(through: sender) }
          }
        }
      }
      try await group.waitForAll()
    }
    _ = try await ExperimentEventQueue(path: path) { Issue.record("unexpected: \($0)") }
      .deliver(through: sender)

    #expect(Set(await sender.counted.map(\.id)).count == 100)
    #expect(await sender.counted.count == 100)
  }
}
