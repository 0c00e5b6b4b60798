import Basics
import CoreTesting
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
}
