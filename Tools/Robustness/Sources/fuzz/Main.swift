import Foundation
import Glibc
import Mutation
import RobustnessKit

/// Feeds mutated seeds to the programs.
@main
enum Main {
  static func main() {
    // A program that does not read to the end is no reason to end.
    signal(SIGPIPE, SIG_IGN)
    ToolOptions.main(
      "fuzz",
      others: [
        "--corpus", "--findings", "--target", "--input", "--trial", "--every", "--mutations",
      ], run: run)
  }

  private static func run(_ options: ToolOptions) throws -> Bool {
    if options.others["--target"] == "list" {
      for target in Target.all { say("\(target.name)  \(target.summary)") }
      say("riders  every endpoint with another rider's identifiers")
      return true
    }
    var isSound = true
    if [nil, "riders"].contains(options.others["--target"]) {
      for isPostgreSQL in [false, true] {
        let pairs = try RiderPairs(programs: options.programs, isPostgreSQL: isPostgreSQL)
        let (problems, summary) = try pairs.findings()
        for problem in problems { say("riders: \(problem)\n  Again: Tools/fuzz --target riders") }
        say("riders: \(isPostgreSQL ? "PostgreSQL" : "SQLite"): \(summary)")
        isSound = isSound && problems.isEmpty
      }
      if options.others["--target"] != nil { return isSound }
    }
    let targets = Target.all.filter {
      options.others["--target"] == nil || $0.name == options.others["--target"]
    }
    guard !targets.isEmpty else {
      throw ToolOptions.Failure(message: "There is no such target; see '--target list'.")
    }
    let fuzzer = try Fuzzer(targets: targets, options: options)
    if let file = options.others["--input"] {
      let input = [UInt8](try Data(contentsOf: URL(filePath: file)))
      let finding = try fuzzer.problem(of: input, for: targets[0], job: 0)
      say(finding ?? "Nothing is wrong.")
      return finding == nil
    }
    if let name = options.others["--trial"] {
      guard let inputCase = InputCase(name) else {
        throw ToolOptions.Failure(message: "'\(name)' is no input, such as 'mutation-1'.")
      }
      let finding = try fuzzer.run(inputCase, target: 0, job: 0)
      say(finding ?? "Nothing is wrong.")
      return finding == nil
    }
    return try search(fuzzer, targets: targets.count, options) && isSound
  }

  /// Tries the seeds and the limits, then as many mutations as there is time for.
  private static func search(
    _ fuzzer: Fuzzer, targets: Int, _ options: ToolOptions
  ) throws -> Bool {
    let every: Int = try ToolOptions.number("--every", options.others["--every"] ?? "1")
    let mutations: Int? = try options.others["--mutations"].map {
      try ToolOptions.number("--mutations", $0)
    }
    let cases = fuzzer.cases(every: every)
    let runs = ParallelRuns(seconds: options.seconds)
    say("fuzz: \(targets) targets, \(fuzzer.limits.values.count) limits, seed \(options.seed)")
    runs.run(mutations.map { cases.count + $0 * targets }, jobs: options.jobs) { number, job in
      if cases.indices.contains(number) {
        return try fuzzer.run(cases[number].inputCase, target: cases[number].target, job: job)
      }
      let mutation = number - cases.count
      return try fuzzer.run(
        InputCase(.mutation, mutation / targets), target: mutation % targets, job: job)
    }
    let missing = max(0, cases.count - runs.done)
    say(
      "fuzz: \(runs.done) inputs, \(runs.findings) findings"
        + (missing == 0 ? "" : "; \(missing) seeds and limits were not tried in time"))
    return runs.findings == 0 && runs.done > 0
  }
}
