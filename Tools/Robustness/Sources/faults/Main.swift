import Dispatch
import Foundation
import Glibc
import Synchronization
import Trials

/// Runs the programs with one failing call after the other.
@main
enum Main {
  static func main() {
    do {
      let options = try TrialOptions(
        Array(CommandLine.arguments.dropFirst()),
        others: ["--shim", "--every", "--only", "--kind", "--at", "--onwards"])
      exit(try run(options) ? 0 : 1)
    } catch let failure as TrialOptions.Failure {
      FileHandle.standardError.write(Data("faults: \(failure.message)\n".utf8))
      exit(64)
    } catch {
      FileHandle.standardError.write(Data("faults: \(error)\n".utf8))
      exit(70)
    }
  }

  private static func run(_ options: TrialOptions) throws -> Bool {
    let shim = options.others["--shim"] ?? ""
    let only = options.others["--only"]
    let file = try ScenarioFile.read("\(options.root)/Tools/Robustness/Scenarios.json")
    let scenarios = file.scenarios.filter { only == nil || $0.name == only }
    guard !scenarios.isEmpty else {
      throw TrialOptions.Failure(
        message: "No scenario is called '\(only ?? "")'. There are: "
          + file.scenarios.map(\.name).joined(separator: ", ") + ".")
    }
    let harness = try Harness(
      programs: options.programs, shim: shim, scenarios: scenarios, harmless: file.harmless)
    let points = try Self.points(of: scenarios, options, in: harness)
    FileHandle.standardOutput.write(
      Data("faults: \(points.count) points of failure, seed \(options.seed)\n".utf8))
    let trials = Trials(seconds: options.seconds)
    trials.run(points.count, jobs: options.jobs) { number, _ in
      try harness.check(points[number])
    }
    FileHandle.standardOutput.write(
      Data("faults: \(trials.done) of \(points.count) tried, \(trials.findings) findings\n".utf8))
    FileHandle.standardOutput.write(Data("faults: \(harness.summary)\n".utf8))
    return trials.findings == 0 && trials.done > 0
  }

  /// The one point that was chosen, or all in an order that the seed decides.
  private static func points(
    of scenarios: [Scenario], _ options: TrialOptions, in harness: Harness
  ) throws -> [FaultPoint] {
    let kind = try options.others["--kind"].map { name in
      guard let kind = FaultPoint.Kind(rawValue: name) else {
        throw TrialOptions.Failure(message: "'\(name)' is no kind of fault.")
      }
      return kind
    }
    let every: Int = try TrialOptions.number("--every", options.others["--every"] ?? "1")
    var random = RandomNumbers(seed: options.seed)
    let counted = Mutex<[Result<[FaultPoint], any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: scenarios.count) { index in
      let points = Result { try harness.points(of: scenarios[index], every: max(1, every)) }
      counted.withLock { $0.append(points) }
    }
    let all = try counted.withLock { try $0.flatMap { try $0.get() } }
    if let at = options.others["--at"], let kind {
      let number: Int = try TrialOptions.number("--at", at)
      let isLasting = options.others["--onwards"] == "1"
      return scenarios.map {
        FaultPoint(scenario: $0, kind: kind, number: number, isLasting: isLasting)
      }
    }
    let groups = Dictionary(grouping: all.filter { kind == nil || $0.kind == kind }) {
      let turn = $0.kind == .kill ? $0.number % 8 : 0
      return "\($0.kind.isAllocation) \($0.scenario.name) \($0.kind) \($0.isLasting) \(turn)"
    }
    // By turns, so that a short run tries something of every scenario and kind, first of the calls.
    let shuffled = groups.sorted { $0.key < $1.key }.map { $0.value.shuffled(using: &random) }
    let longest = shuffled.map(\.count).max() ?? 0
    return (0..<longest).flatMap { index in
      shuffled.filter { index < $0.count }.map { $0[index] }
    }
  }
}
