import Basics
import FoundationEssentials
import Testing

@testable import koober

/// Experiments from their plan to what the riders did.
@MainActor
@Suite(.timeLimit(.minutes(10)))
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
        _ = await machine.run("places", "search", "opera")
        let variant = await machine.run("flags", "get", "dropoff-ranking").output
        variants[rider, default: []].insert(variant)
      }
      _ = await machine.run(
        "ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes")
    }

    #expect(variants.values.allSatisfy { $0.count == 1 })
    #expect(Set(variants.values.flatMap { $0 }).count == 2)
    let report = try await machine.run("experiments", "report", "dropoff-ranking", "--json")
      .document(Report.self)
    #expect(report.variants.map(\.variant) == ["match", "nearness"])
    #expect(report.variants.map(\.exposed).reduce(0, +) == 12)
    #expect(report.variants.map(\.converted) == report.variants.map(\.exposed))
  }

  @Test func `Events wait while the cloud cannot be reached and are delivered later`() async throws
  {
    try machine.define("dropoff-ranking", targeting: #"{"if": [true, "nearness"]}"#)
    await machine.signUp("Ada")
    let queue = PrivateFile(path: "\(machine.home.path)/state/experiment-events.jsonl")
    let cloud = "\(machine.home.path)/data/cloud/cloud.sqlite"
    try FileManager.default.moveItem(atPath: cloud, toPath: "\(cloud).away")
    try FileManager.default.createDirectory(atPath: cloud, withIntermediateDirectories: false)
    #expect(await machine.run("places", "search", "opera").status != 0)
    #expect(try queue.read()?.isEmpty == false)

    try FileManager.default.removeItem(atPath: cloud)
    try FileManager.default.moveItem(atPath: "\(cloud).away", toPath: cloud)
    _ = await machine.run("places", "search", "opera")

    #expect(try queue.read()?.isEmpty == true)
    let report = try await machine.run("experiments", "report", "dropoff-ranking", "--json")
      .document(Report.self)
    #expect(report.variants.map(\.exposed) == [0, 1])
  }

  @Test func `An experiment on a value is planned with its mean and deviation`() async {
    let plan = await machine.run(
      "experiments", "plan", "--mean", "2450", "--deviation", "3100", "--lift", "0.05")

    #expect(plan.output == "Riders per variant\t10053\nRiders in all\t20106\n")
    for wrong in [[], ["--mean", "2"], ["--mean", "2", "--deviation", "1", "--baseline", "0.1"]] {
      #expect(await machine.run(["experiments", "plan", "--lift", "0.1"] + wrong).status == 64)
    }
  }

  @Test func `An experiment is planned, analyzed with a chart, and simulated`() async throws {
    let plan = await machine.run(
      "experiments", "plan", "--baseline", "0.08", "--lift", "0.125", "--riders-per-day", "1000")
    let counts = machine.home.path(of: "counts.csv")
    let chart = machine.home.path(of: "chart.svg")
    // Who keeps charts elsewhere links to them.
    try FileManager.default.createSymbolicLink(
      atPath: machine.home.path(of: "link.svg"), withDestinationPath: chart)
    try Data("variant,exposed,converted\ntable,5021,412\ncards,4979,475\n".utf8)
      .write(to: URL(filePath: counts))
    let analysis = await machine.run(
      "experiments", "analyze", counts, "--chart", machine.home.path(of: "link.svg"))
    let simulation = await machine.run("experiments", "simulate", "--runs", "10")

    #expect(
      plan.output == "Riders per variant\t12208\nRiders in all\t24416\nDays\t25\n")
    #expect(analysis.output.hasPrefix("No decision yet: 26712 more riders"))
    #expect(try String(contentsOf: URL(filePath: chart), encoding: .utf8).hasPrefix("<svg"))
    #expect(simulation.status == 0)
    #expect(simulation.output.contains("of 10\n"))
  }

  private struct Report: Decodable {
    struct Variant: Decodable {
      let variant: String
      let exposed: Int
      let converted: Int
    }

    let variants: [Variant]
  }
}
