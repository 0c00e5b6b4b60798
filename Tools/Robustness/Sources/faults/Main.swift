import Basics
import Dispatch
import RobustnessKit
import Synchronization

/// Runs the programs with one failing call after the other.
@main
enum Main {
  static func main() {
    ToolOptions.main(
      "faults", options: ["--shim", "--every", "--only", "--kind", "--at", "--onwards"], run: run)
  }

  private static func run(_ options: ToolOptions) throws -> Bool {
    let only = options["--only"]
    let file = try ScenarioFile.read("\(options.root)/Tools/Robustness/Scenarios.json")
    let scenarios = file.scenarios.filter { only == nil || $0.name == only }
    guard !scenarios.isEmpty else {
      throw ToolError(
        "No scenario is called '\(only ?? "")'. There are: "
          + file.scenarios.map(\.name).joined(separator: ", ") + ".")
    }
    let harness = try Harness(
      programs: options.programs, shim: options["--shim"] ?? "", scenarios: scenarios,
      harmless: file.harmless)
    let points = try Self.points(of: scenarios, options, in: harness)
    say("faults: \(points.count) points of failure, seed \(options.seed)")
    let runs = ParallelRuns(seconds: options.seconds)
    runs.run(points.count, jobs: options.jobs) { number, _ in try harness.check(points[number]) }
    say("faults: \(runs.done) of \(points.count) tried, \(runs.findings) findings")
    say("faults: \(harness.summary)")
    return runs.findings == 0 && runs.done > 0
  }

  /// The one point that was chosen, or all in an order that the seed decides.
  private static func points(
    of scenarios: [Scenario], _ options: ToolOptions, in harness: Harness
  ) throws -> [FaultPoint] {
    let kind = try options["--kind"].map { name in
      guard let kind = FaultPoint.Kind(rawValue: name) else {
        throw ToolError("'\(name)' is no kind of fault.")
      }
      return kind
    }
    let every: Int = max(1, try options.number("--every") ?? 1)
    let counted = Mutex<[Result<[FaultPoint], any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: scenarios.count) { index in
      let points = Result { try harness.points(of: scenarios[index], every: every) }
      counted.withLock { $0.append(points) }
    }
    let all = try counted.withLock { try $0.flatMap { try $0.get() } }
    if let kind, let number: Int = try options.number("--at") {
      let isLasting = options["--onwards"] == "1"
      return scenarios.map {
        FaultPoint(scenario: $0, kind: kind, number: number, isLasting: isLasting)
      }
    }
    return shuffled(all.filter { kind == nil || $0.kind == kind }, seed: options.seed)
  }

  /// Takes points of every scenario and kind by turns, so that a short run tries some of each.
  private static func shuffled(_ points: [FaultPoint], seed: UInt64) -> [FaultPoint] {
    var random = SplitMix64(seed: seed)
    let groups = Dictionary(grouping: points) {
      let turn = $0.kind == .kill ? $0.number % 8 : 0
      return "\($0.kind.isAllocation) \($0.scenario.name) \($0.kind) \($0.isLasting) \(turn)"
    }
    return interleaved(groups.sorted { $0.key < $1.key }.map { $0.value.shuffled(using: &random) })
  }
}
