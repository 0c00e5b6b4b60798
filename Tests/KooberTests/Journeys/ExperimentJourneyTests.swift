import Basics
import Core
import Experiments
import FeatureFlags
import FoundationEssentials
import Testing

@testable import SignedIn
@testable import koober

/// Experiments from their plan to what the riders did.
@MainActor
struct ExperimentJourneyTests {
  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
  }

  @Test func `A rider keeps the variant, and what riders do is counted once`() async throws {
    try machine.define(
      "dropoff-ranking", targeting: #"{"fractional": [["match", 50], ["nearness", 50]]}"#)
    var variants: [String: Set<String>] = [:]

    for rider in (1...12).map({ "Rider\($0)" }) {
      await machine.signUp(rider)
      for _ in 1...2 {
        _ = await machine.run("places", "search", "s")
        let variant = await machine.run("flags", "get", "dropoff-ranking").output
        variants[rider, default: []].insert(variant)
      }
      _ = await machine.run(
        "ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes")
    }

    #expect(variants.values.allSatisfy { $0.count == 1 })
    #expect(Set(variants.values.flatMap { $0 }).count == 2)
    let counts = try machine.counts(of: "dropoff-ranking")
    #expect(counts.map(\.variant) == ["match", "nearness"])
    #expect(counts.map(\.exposed).reduce(0, +) == 12)
    #expect(counts.map(\.converted) == counts.map(\.exposed))
  }

  @Test func `Events wait while the cloud cannot be reached and are delivered later`() async throws
  {
    try machine.define("dropoff-ranking", targeting: #"{"if": [true, "nearness"]}"#)
    await machine.signUp("Ada")
    let app = try machine.openProcessScope()
    let session = try #require(try await app.userSessionRepository.readUserSession())
    let queue = PrivateFile(path: "\(machine.home.path)/state/experiment-events.jsonl")
    let cloud = "\(machine.home.path)/data/cloud/cloud.sqlite"
    try FileManager.default.moveItem(atPath: cloud, toPath: "\(cloud).away")
    try FileManager.default.createDirectory(atPath: cloud, withIntermediateDirectories: false)
    _ = placeRanking.make(in: app.openRiderScope(of: session).container.flagScope)
    #expect(await machine.run("places", "search", "s").status != 0)
    #expect(try queue.read()?.isEmpty == false)

    try FileManager.default.removeItem(atPath: cloud)
    try FileManager.default.moveItem(atPath: "\(cloud).away", toPath: cloud)
    _ = await machine.run("places", "search", "s")

    #expect(try queue.read()?.isEmpty == true)
    #expect(try machine.counts(of: "dropoff-ranking").map(\.exposed) == [0, 1])
  }
}
