import BasicsTesting
import CoreTesting
import Testing

struct GateTests {
  private let gate = Gate()

  @Test func `Callers are suspended until the gate opens`() async throws {
    let passage = Task { [gate] in await gate.pass() }
    try await gate.waitForArrival()

    await gate.open()

    try await passage.outcome("the passage")
  }

  @Test func `A cancelled test does not wait`() async {
    let task = Task { [gate] in try await gate.waitForArrival() }

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.outcome() }
  }
}
