import Basics
import Experiments
import FeatureFlags
import Glibc

/// Two ways to greet, compared in an experiment: the whole loop on one page.
@main
enum Preview {
  static func main() {
    do {
      try run(overrides: try FlagOverrides(Array(CommandLine.arguments.dropFirst())))
    } catch {
      print(error)
      exit(64)
    }
  }

  private static func run(overrides: FlagOverrides) throws {
    let definitions = try FlagDefinitions(
      parsing: """
        {"flags": {"greeter": {
          "state": "ENABLED", "variants": {"formal": "formal", "casual": "casual"},
          "defaultVariant": "formal",
          "targeting": {"if": [{"==": [{"var": "tier"}, "gold"]}, "formal",
                               {"fractional": [["formal", 50], ["casual", 50]]}]}}}}
        """.utf8)
    let flags = LayeredProvider([
      FlagLevel("--flag", overrides: overrides), FlagLevel("built-in", definitions: definitions),
    ])
    let greeter = Substitution<any Greeter>(
      flag: "greeter", default: "formal", { FormalGreeter() },
      alternatives: ["casual": { CasualGreeter() }])

    for problem in SubstitutionRegistry([greeter]).problems(in: definitions) { print(problem) }
    for (rider, tier) in [("johnny", "gold"), ("alex", "silver"), ("kim", "silver")] {
      let scope = FlagScope(
        flags: flags,
        context: EvaluationContext(targetingKey: rider, attributes: ["tier": .string(tier)]),
        recorder: PrintingRecorder())
      print(greeter.make(in: scope).greeting(for: rider))
      print("  decided by \(scope.explain("greeter").rulePath ?? "--flag")")
    }
    print("\n" + (try report()), terminator: "")
  }

  private static func report() throws -> String {
    try ExperimentReport(
      flag: "greeter", conversion: "ride_requested",
      counts: [
        VariantCounts(variant: "formal", exposed: 5021, converted: 412),
        VariantCounts(variant: "casual", exposed: 4979, converted: 475),
      ]
    ).text(width: 80)
  }
}

/// Prints events; a program keeps them in an `ExperimentEventQueue`.
private struct PrintingRecorder: ExposureRecorder {
  func record(_ event: ExperimentEvent) { print("  recorded \(event.kind)") }
}

private protocol Greeter: Sendable {
  func greeting(for name: String) -> String
}

private struct FormalGreeter: Greeter {
  func greeting(for name: String) -> String { "Good day, \(name)." }
}

private struct CasualGreeter: Greeter {
  func greeting(for name: String) -> String { "Hi \(name)!" }
}
