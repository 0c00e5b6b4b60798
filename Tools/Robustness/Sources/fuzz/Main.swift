import Basics
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
      options: [
        "--corpus", "--findings", "--target", "--input", "--trial", "--every", "--mutations",
      ], run: run)
  }

  private static func run(_ options: ToolOptions) throws -> Bool {
    let name = options["--target"]
    if name == "list" {
      for target in Target.all { say("\(target.name)  \(target.summary)") }
      say("riders  every endpoint with another rider's identifiers")
      return true
    }
    let isSound = try [nil, "riders"].contains(name) ? tryRiders(options) : true
    if name == "riders" { return isSound }
    let targets = Target.all.filter { name == nil || $0.name == name }
    guard !targets.isEmpty else { throw ToolError("There is no such target; see '--target list'.") }
    let fuzzer = try Fuzzer(targets: targets, options: options)
    if let file = options["--input"] {
      return isHarmless(try fuzzer.problem(of: Files.read(file), for: targets[0], job: 0))
    }
    if let name = options["--trial"] {
      guard let inputCase = InputCase(name) else {
        throw ToolError("'\(name)' is no input, such as 'mutation-1'.")
      }
      return isHarmless(try fuzzer.run(inputCase, target: 0, job: 0))
    }
    return try search(fuzzer, options) && isSound
  }

  private static func isHarmless(_ finding: String?) -> Bool {
    say(finding ?? "Nothing is wrong.")
    return finding == nil
  }

  private static func tryRiders(_ options: ToolOptions) throws -> Bool {
    try [false, true].map { isPostgreSQL in
      let pairs = try RiderPairs(programs: options.programs, isPostgreSQL: isPostgreSQL)
      let (problems, summary) = try pairs.findings()
      for problem in problems { say("riders: \(problem)\n  Again: Tools/fuzz --target riders") }
      say("riders: \(isPostgreSQL ? "PostgreSQL" : "SQLite"): \(summary)")
      return problems.isEmpty
    }.allSatisfy(\.self)
  }

  /// Tries the seeds and the limits, then as many mutations as there is time for.
  private static func search(_ fuzzer: Fuzzer, _ options: ToolOptions) throws -> Bool {
    let targets = fuzzer.targets.count
    let mutations: Int? = try options.number("--mutations")
    let cases = fuzzer.cases(every: try options.number("--every") ?? 1)
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
