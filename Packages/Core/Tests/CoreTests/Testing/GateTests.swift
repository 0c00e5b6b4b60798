import CoreTesting
import Testing

struct GateTests {
  private let gate = Gate()

  @Test func `Callers are suspended until the gate opens`() async throws {
    async let passage: Void = gate.pass()
    try await gate.waitForArrival()

    await gate.open()

    await passage
  }

  @Test func `A cancelled test does not wait`() async {
    let task = Task { [gate] in try await gate.waitForArrival() }

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
