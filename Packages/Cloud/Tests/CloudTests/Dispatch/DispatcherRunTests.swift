import Core
import CoreTesting
import FoundationEssentials
import Synchronization
import Testing

@testable import Cloud

struct DispatcherRunTests {
  private let stage = DispatchStage()

  @Test(.timeLimit(.minutes(10)))
  func `Rounds need the clock only while a ride is under way`() async throws {
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
    await run.value
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test(.timeLimit(.minutes(10)))
  func `A round that fails is reported, and tried again`() async throws {
    let folder = "/proc/koober"
    let stage = DispatchStage(database: .sqlite(path: "\(folder)/cloud.sqlite"))
    let (reasons, continuation) = AsyncStream<String>.makeStream()
    let run = Task { await stage.dispatcher.run { continuation.yield($0) } }
    var reported = reasons.makeAsyncIterator()
    #expect(await reported.next()?.contains(folder) == true)
    try await stage.clock.waitForSleepers()
    stage.clock.advance(by: .seconds(1))
    #expect(await reported.next() != nil)
    run.cancel()
    await run.value
  }
}
