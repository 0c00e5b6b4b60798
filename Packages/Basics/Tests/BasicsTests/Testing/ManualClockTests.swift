import BasicsTesting
import Testing

struct ManualClockTests {
  private let clock = ManualClock()

  @Test func `A sleeper wakes when its time has come`() async throws {
    let sleep = Task { [clock] in try await clock.sleep(for: .seconds(2)) }
    try await clock.waitForSleepers()

    clock.advance(by: .seconds(1))
    clock.advance(by: .seconds(1))

    try await sleep.outcome("the end of the sleep")
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func `A time that has passed is not slept for`() async throws {
    try await clock.sleep(until: .init())
  }

  @Test func `A cancelled sleep ends with an error`() async throws {
    let task = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
    try await clock.waitForSleepers()

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.outcome() }
  }

  @Test func `A sleep of a task that is already cancelled ends with an error`() async throws {
    let task = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }

    await #expect(throws: CancellationError.self) { try await task.outcome() }
  }

  @Test func `A cancelled test waits for no sleepers`() async throws {
    let task = Task { [clock] in try await clock.waitForSleepers() }

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.outcome() }
  }
}
