import BasicsTesting
import CoreTesting
import Testing

struct ManualWallClockTests {
  private let clock = ManualWallClock()

  @Test func `A sleeper wakes when its time has come`() async throws {
    let sleep = Task { [clock] in try await clock.sleep(for: .seconds(2)) }
    try await clock.waitForSleepers()

    clock.advance(by: .seconds(2))

    try await sleep.outcome("the end of the sleep")
  }

  @Test func `A cancelled test waits for no sleepers`() async {
    let task = Task { [clock] in try await clock.waitForSleepers() }

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.outcome() }
  }
}
