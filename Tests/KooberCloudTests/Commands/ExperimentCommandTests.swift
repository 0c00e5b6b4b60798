import Basics
import CoreTesting
import Foundation
import Testing

struct ExperimentCommandTests {
  private let machine: CloudMachine

  init() async throws {
    machine = try CloudMachine()
    let file = try machine.home.write(
      #"""
      {"flags": {"layout": {"state": "ENABLED", "defaultVariant": "a",
        "variants": {"a": 1, "b": 2}, "targeting": {"fractional": [["a", 1], ["b", 1]]}}}}
      """#, to: "flags.json")
    #expect(await machine.run(["flags", "publish", file, "--message", "Split"]).status == 0)
  }

  private func start(_ options: String...) async -> CloudMachine.Outcome {
    await machine.run(["experiments", "start", "layout", "--message", "Why"] + options)
  }

  @Test func `An experiment starts with all that was decided`() async throws {
    let outcome = await start(
      "--conversion", "shared", "--riders", "9", "--must-not-rise", "ride_cancelled",
      "--must-not-fall", "ride_completed", "--segment", "wide", "--segment", "narrow", "--mean",
      "ride_completed", "--ratio", "ride_completed", "--author", "ada", "--json")

    #expect(outcome.status == 0)
    let design = try JSON(parsing: outcome.output.utf8).object?["design"]
    #expect(
      design == [
        "conversion": "shared", "riders": 9, "mustNotRise": ["ride_cancelled"],
        "mustNotFall": ["ride_completed"], "segments": ["wide", "narrow"],
        "metrics": [
          ["conversion": "ride_completed", "kind": "mean"],
          ["conversion": "ride_completed", "kind": "ratio"],
        ], "author": "ada", "message": "Why",
      ])
    #expect(await start().status == 1)
    #expect(await machine.run(["experiments", "stop", "layout"]).status == 0)
    #expect(await machine.run(["experiments", "stop", "layout"]).status == 66)
    machine.clock.advance(by: .seconds(1))
    #expect(await start().status == 0)
  }

  @Test(arguments: [
    ("mean:fare", 0), ("ratio:fare", 0), ("mean:", 64), ("", 64),
  ])
  func `A value may be what it hopes for`(goal: String, status: Int32) async {
    #expect(await start("--conversion", goal, "--must-not-fall", "mean:fare").status == status)
  }

  @Test(arguments: [["--segment", "wide"], ["--mean", "fare"], ["--ratio", "fare"]])
  func `What is named twice is a wrong usage`(option: [String]) async {
    let outcome = await machine.run(
      ["experiments", "start", "layout", "--message", "Why"] + option + option)

    #expect(outcome.status == 64)
  }

  @Test func `A report is about a flag that exists`() async {
    let none = await machine.run(["experiments", "report", "none"])
    let split = await machine.run(["experiments", "report", "layout", "--json"])

    #expect(none.status == 66)
    #expect(none.error.contains("There is no flag 'none'."))
    #expect(split.status == 0 && split.output.contains(#""flag": "layout""#))
    #expect(await start().status == 0)
    let mistyped = await machine.run(["experiments", "report", "layuot"])
    #expect(mistyped.status == 66 && mistyped.error.contains("Did you mean 'layout'?"))
    #expect(await machine.run(["experiments", "list"]).output.hasPrefix("layout\trunning\t1\t0\t"))
    #expect(await machine.run(["experiments", "export", "layout"]).output.hasPrefix("variant,"))
  }

  @Test func `An experiment on a value is planned with its mean and deviation`() async {
    let plan = await machine.run(
      ["experiments", "plan", "--mean", "2450", "--deviation", "3100", "--lift", "0.05"])

    #expect(plan.output == "Riders per variant\t10053\nRiders in all\t20106\n")
    for wrong in [[], ["--mean", "2"], ["--mean", "2", "--deviation", "1", "--baseline", "0.1"]] {
      #expect(await machine.run(["experiments", "plan", "--lift", "0.1"] + wrong).status == 64)
    }
  }

  @Test func `An experiment is planned, analyzed with a chart, and simulated`() async throws {
    let plan = await machine.run(
      ["experiments", "plan", "--baseline", "0.08", "--lift", "0.125", "--riders-per-day", "1000"])
    let counts = machine.home.path(of: "counts.csv")
    let chart = machine.home.path(of: "chart.svg")
    // Who keeps charts elsewhere links to them.
    try FileManager.default.createSymbolicLink(
      atPath: machine.home.path(of: "link.svg"), withDestinationPath: chart)
    try Data("variant,exposed,converted\ntable,5021,412\ncards,4979,475\n".utf8)
      .write(to: URL(filePath: counts))
    let analysis = await machine.run(
      ["experiments", "analyze", counts, "--chart", machine.home.path(of: "link.svg")])
    let simulation = await machine.run(["experiments", "simulate", "--runs", "10"])

    #expect(
      plan.output == "Riders per variant\t12208\nRiders in all\t24416\nDays\t25\n")
    #expect(analysis.output.hasPrefix("No decision yet: 26712 more riders"))
    #expect(try String(contentsOf: URL(filePath: chart), encoding: .utf8).hasPrefix("<svg"))
    #expect(simulation.status == 0)
    #expect(simulation.output.contains("of 10\n"))
  }
}
