import BasicsTesting
import Core
import CoreTesting
import FoundationEssentials
import Synchronization
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

struct EventHubTests {
  /// Tells nothing, or fails as a script says.
  private struct ScriptedSource: EventSource {
    let rider = RiderID("ann")
    let sequence = 0
    let keys: Set<String> = ["ann"]
    let isMoving = false
    let hasEnded = false
    let quotas = [(key: "ann", count: 1)]
    let failures: Script

    mutating func next(
      at now: Date, isChanged: Bool, from store: SQLStore
    ) throws -> [ServerSentEvent] {
      if let failure = failures.next() { throw failure }
      return []
    }
  }

  /// The failures that come next.
  private final class Script: Sendable {
    private let errors: Mutex<[any Error]>
    init(_ errors: [any Error]) { self.errors = Mutex(errors) }
    func next() -> (any Error)? {
      errors.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
  }

  private let clock = ManualWallClock()

  /// Opens a stream and returns what it sends.
  private func open(
    _ hub: EventHub, failing failures: [any Error] = []
  ) -> AsyncStream<String> {
    let (outputs, output) = AsyncStream.makeStream(of: String.self)
    _ = hub.open(ScriptedSource(failures: Script(failures))) { sent in
      switch sent {
      case .event: output.yield("event")
      case .heartbeat: output.yield("heartbeat")
      case .end: output.yield("end")
      }
    }
    return outputs
  }

  private func pass(seconds: Int) async throws {
    for _ in 0..<seconds {
      try await clock.waitForSleepers()
      clock.advance(by: .seconds(1))
    }
  }

  @Test(arguments: [-70, 70])
  func `Heartbeats go on when the clock is set`(minutes: Int) async throws {
    let hub = EventHub(store: .sqlite(.memory), clock: clock)
    let outputs = open(hub)
    #expect(try await outputs.next("the first look") == "heartbeat")

    clock.step(by: .seconds(minutes * 60))
    try await pass(seconds: 16)

    #expect(try await outputs.next("a heartbeat") == "heartbeat")
    #expect(hub.count == 1)
  }

  @Test func `A stream goes on when the database does`() async throws {
    let hub = EventHub(store: .sqlite(.memory), clock: clock)
    let outputs = open(
      hub,
      failing: [StoreError.unavailable(reason: "away"), StoreError.contended(reason: "locked")])

    // As long as the workers need, which no clock tells.
    let ticking = Task { try await pass(seconds: .max) }
    defer { ticking.cancel() }

    #expect(try await outputs.next("a heartbeat") == "heartbeat")
    #expect(hub.count == 1)
  }

  @Test func `A stream whose reader may not read on ends`() async throws {
    let hub = EventHub(store: .sqlite(.memory), clock: clock)

    let outputs = open(hub, failing: [APIError.notSignedIn])

    #expect(try await outputs.next("the end") == "end")
  }
}
