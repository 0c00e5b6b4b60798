import BasicsTesting
import Core
import CoreTesting
import FoundationEssentials
import Synchronization
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

struct DispatcherRunTests {
  private let stage = DispatchStage()

  @Test func `Rounds need the clock only while a ride is under way`() async throws {
    let run = Task { [dispatcher = stage.dispatcher] in
      await dispatcher.run { Issue.record("\($0)") }
    }
    let ann = try await stage.client.signUp("Ann")
    let dora = try await stage.driver("Dora", plate: "AA")
    let ride = try await stage.client.requestRide(session: ann)
    try await stage.clock.waitForSleeper(of: DispatchRules.round)
    stage.clock.advance(by: .milliseconds(500))
    try await stage.clock.waitForSleeper(of: DispatchRules.round)

    _ = try await stage.accept(dora)
    for step in RideAdvance.Step.allCases {
      _ = try await stage.advance(ride.id, step, by: dora)
    }
    stage.clock.advance(by: .milliseconds(500))
    run.cancel()
    try await bounded("the end of the rounds") { await run.value }
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test func `A read of a ride under way wakes the rounds`() async throws {
    let store = stage.cloud.database.store
    let ann = try await stage.client.signUp("Ann")
    let dora = try await stage.driver("Dora", plate: "AA")
    let ride = try await stage.client.requestRide(session: ann)
    try await stage.pass(1)
    _ = try await stage.accept(dora)
    var source = CloudServices(stage.cloud).live.events(
      of: ann.profile.id, tokenHash: SessionTokens.hash(ann.remoteSession.token), after: nil)
    _ = try source.next(at: stage.clock.now, isChanged: true, from: store)
    let wakes = Mutex(0)
    let number = store.changes.listen(isLocal: true) { signal in
      guard case .keys(let keys) = signal, keys == [ChangeSignals.dispatch] else { return }
      wakes.withLock { $0 += 1 }
    }
    defer { store.changes.remove(number) }

    _ = try await stage.ride(ride.id, of: ann)
    #expect(wakes.withLock { $0 } == 1)
    _ = try await stage.status(dora)
    #expect(wakes.withLock { $0 } == 2)
    _ = try source.next(at: stage.clock.now, isChanged: false, from: store)
    #expect(wakes.withLock { $0 } == 3)

    for step in RideAdvance.Step.allCases {
      _ = try await stage.advance(ride.id, step, by: dora)
    }
    wakes.withLock { $0 = 0 }
    _ = try await stage.ride(ride.id, of: ann)
    _ = try await stage.status(dora)
    #expect(wakes.withLock { $0 } == 0)
  }

  @Test func `A round that fails is reported once, and tried again`() async throws {
    let folder = "/proc/koober"
    let stage = DispatchStage(database: .sqlite(path: "\(folder)/cloud.sqlite"))
    let (reasons, continuation) = AsyncStream<String>.makeStream()
    let run = Task { await stage.dispatcher.run { continuation.yield($0) } }
    #expect(try await reasons.next("a report")?.contains(folder) == true)
    try await stage.clock.waitForSleepers()
    stage.clock.advance(by: .seconds(1))
    try await stage.clock.waitForSleepers()
    run.cancel()
    try await bounded("the end of the rounds") { await run.value }
    continuation.finish()
    #expect(try await reasons.next() == nil)
  }
}
