import BasicsTesting
import Core
import CoreTesting
import FoundationEssentials
import TerminalTesting
import Testing

@testable import koober

struct TimeLimitedTransportTests {
  /// Answers once its gate is open.
  private struct GatedTransport: RequestTransport {
    let gate: Gate

    func send(_ request: CloudRequest) async -> CloudResponse {
      await gate.pass()
      return CloudResponse(status: 200, body: Data())
    }
  }

  /// A clock on which a sleep ends with its cancellation only, and says so.
  private struct EndlessClock: Clock {
    let gate = Gate()
    let base = ContinuousClock()
    var now: ContinuousClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      try? await base.sleep(until: .now + .seconds(86_400))
      await gate.open()
      try Task.checkCancellation()
    }
  }

  private let request = CloudRequest(method: .get, path: ["profile"])

  @Test func `A response that takes longer than the limit is given up`() async throws {
    let (gate, clock) = (Gate(), ManualClock())
    let transport = TimeLimitedTransport(
      transport: GatedTransport(gate: gate), limit: .seconds(5), clock: clock)

    let sending = Task { try await transport.send(request) }
    try await gate.waitForArrival()
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(5))

    await #expect(
      throws: CloudTransportError.unanswered(reason: "no answer came within 5.0 seconds")
    ) {
      try await sending.outcome()
    }
    await gate.open()
  }

  @MainActor
  @Test func `The limit is that of --timeout; without it there is none`() throws {
    let terminal = ScriptedTerminal()
    let dependency = try TestMachine().dependency(terminal)
    let limits = try [Duration.seconds(3), nil].map { timeout in
      var options = GlobalOptions()
      options.timeout = timeout
      let container = try AppContainer(
        dependency: dependency, options: options, terminal: terminal)
      let transport = container.makeCloudTransport(in: container.flagScope)
      return ((transport as? ExposureTransport)?.transport as? TimeLimitedTransport)?.limit
    }

    #expect(limits == [.seconds(3), nil])
  }

  @Test func `No timer is left after the response`() async throws {
    let clock = EndlessClock()
    let transport = TimeLimitedTransport(
      transport: GatedTransport(gate: Gate(isOpen: true)), limit: .seconds(3600), clock: clock)

    let response = try await transport.send(request)

    #expect(response.status == 200)
    try await bounded("the end of the timer") { await clock.gate.pass() }
  }
}
