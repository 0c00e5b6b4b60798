import Basics
import Foundation
import Glibc
import Inputs
import RobustnessKit

/// Gives damaged input to the parsers and the programs.
@main
enum Main {
  static func main() {
    // A program that does not read to the end is no reason to end.
    signal(SIGPIPE, SIG_IGN)
    ToolOptions.main(
      "fuzz", options: ["--findings", "--target", "--input", "--every"], run: run)
  }

  private static func run(_ options: ToolOptions) throws -> Bool {
    let name = options["--target"]
    let names = String(decoding: try parse([], options).output, as: UTF8.self)
    let parsers = names.split(separator: "\n").map(String.init)
    if name == "list" {
      for target in Target.all { say("\(target.name)  \(target.summary)") }
      say("riders  every endpoint with another rider's identifiers, and damaged requests")
      for parser in parsers { say("\(parser)  a parser, without its program") }
      return true
    }
    let targets = Target.all.filter { name == nil || $0.name == name }
    let chosen = parsers.filter { name == nil || $0 == name }
    guard name == "riders" || !targets.isEmpty || !chosen.isEmpty else {
      throw ToolError("There is no such target; see '--target list'.")
    }
    var isSound = name == nil || name == "riders" ? try tryRiders(options) : true
    if !chosen.isEmpty { isSound = try tryParsers(name ?? "all", options) && isSound }
    return try targets.isEmpty ? isSound : tryPrograms(targets, options) && isSound
  }

  private static func tryRiders(_ options: ToolOptions) throws -> Bool {
    try [false, true].map { isPostgreSQL in
      let pairs = try RiderPairs(options, isPostgreSQL: isPostgreSQL)
      let (problems, summary) = try pairs.findings()
      for problem in problems { say("riders: \(problem)\n  Again: Tools/fuzz --target riders") }
      say("riders: \(isPostgreSQL ? "PostgreSQL" : "SQLite"): \(summary)")
      return problems.isEmpty
    }.allSatisfy(\.self)
  }

  /// Gives one parser, or all, every input, or one.
  private static func tryParsers(_ name: String, _ options: ToolOptions) throws -> Bool {
    let file = options["--input"] ?? "\(options["--findings"] ?? ".")/parsed"
    let all = [options.root, "\(options.seed)", options["--every"] ?? "1"]
    let outcome = try parse([file, name] + (options["--input"] == nil ? all : []), options)
    guard outcome.status != 0 else { return true }
    let parser = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").last ?? ""
    say(
      """
      \(outcome.summary): \(outcome.errorText.suffix(300))
        Again: Tools/fuzz --target \(parser) --input \(file)
      """)
    return false
  }

  private static func parse(_ arguments: [String], _ options: ToolOptions) throws -> Outcome {
    let process = try Subprocess(
      "\(options.programs)/parsers", arguments, environment: ["SWIFT_BACKTRACE": "enable=no"],
      output: .captured, error: .captured)
    return Outcome(of: process, within: .seconds(600))
  }

  /// Gives the programs all their inputs, or one, as long as there is time.
  private static func tryPrograms(_ targets: [Target], _ options: ToolOptions) throws -> Bool {
    let folder = try TemporaryFolder()
    let template = try Sandbox.makeTemplate(programs: options.programs, in: folder)
    let sandboxes = try (0..<options.jobs).map { _ in
      try Sandbox(programs: options.programs, template: template)
    }
    let corpus = Corpus(
      root: options.root, every: try options.number("--every") ?? 1, seed: options.seed,
      only: options["--input"])
    let trials = interleaved(
      try targets.map { target in try corpus.inputs(for: target.name).map { (target, $0) } })
    let runs = ParallelRuns(seconds: options.seconds)
    runs.run(trials.count, jobs: options.jobs) { number, job in
      let (target, input) = trials[number]
      let bytes = try input.bytes()
      try sandboxes[job].reset()
      guard let problem = try target.problem(bytes, sandboxes[job]) else { return nil }
      let file = "\(options["--findings"] ?? ".")/\(target.name)-\(input.name)"
      try Data(bytes).write(to: URL(filePath: file))
      return
        "\(target.name): \(problem)\n  Again: Tools/fuzz --target \(target.name) --input \(file)"
    }
    let missing = trials.count - runs.done
    say(
      "fuzz: \(runs.done) inputs, seed \(options.seed), \(runs.findings) findings"
        + (missing == 0 ? "" : "; \(missing) inputs were not tried in time"))
    return runs.findings == 0 && runs.done > 0
  }
}
