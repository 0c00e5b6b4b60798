import Basics
import Foundation
import RobustnessKit
import Synchronization

/// Prepares homes, runs scenarios in them and checks the files left.
final class Harness: Sendable {
  /// The end of a program in which a call failed.
  struct Result {
    var problems: [String] = []
    /// Whether the program reported success.
    var isSuccess = false
    var messages = ""
  }

  private let shim: String
  private let harmless: [HarmlessFault]
  private let folder: TemporaryFolder
  private let fixtures: Fixtures
  /// The runs that others begin with.
  private let templates = Mutex<[String: Run]>([:])
  /// The files that each scenario's command leaves without a fault.
  private let files = Mutex<[String: Set<String>]>([:])
  /// How often the commands ended in each way while a call failed.
  private let ends = Mutex<[String: Int]>([:])

  init(programs: String, shim: String, scenarios: [Scenario], harmless: [HarmlessFault]) throws {
    self.shim = shim
    self.harmless = harmless
    folder = try TemporaryFolder()
    let lines = (0..<50).map { "p\($0),Wharf \($0),\(Double($0 % 90)),\(Double($0 % 180))\n" }
    try folder.write("id,name,latitude,longitude\n\(lines.joined())", to: "places.csv")
    fixtures = try Fixtures(
      programs: programs, files: folder.path,
      hasDatabases: scenarios.contains { $0.service == .postgresql })
  }

  /// How often the commands ended in each way, in words.
  var summary: String {
    ends.withLock { ends in
      ends.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    }
  }

  /// Prepares a scenario, counts its calls and returns the points at which one can fail.
  func points(of scenario: Scenario, every: Int) throws -> [FaultPoint] {
    let run = try begin(scenario)
    let none = FaultPoint(scenario: scenario, kind: .open, number: 0, isLasting: false)
    let problems = try examine(none, run)
    guard problems.isEmpty else {
      let list = problems.joined(separator: "\n  ")
      throw ToolError("\(scenario.name) fails without a fault: \(list)")
    }
    let counters = try FaultReport(run.report, home: run.home).counters
    let needsSQLite = scenario.service == nil && scenario.step?.program != "koober"
    guard !needsSQLite || counters[.sqlite, default: 0] > 0 else {
      throw ToolError("\(scenario.name): no allocation of SQLite was counted.")
    }
    return FaultPoint.Kind.allCases.flatMap { kind in
      let step = kind.isAllocation ? every : 1
      return stride(from: 1, through: counters[kind, default: 0], by: step).flatMap { number in
        (kind.canLast ? [false, true] : [false]).map {
          FaultPoint(scenario: scenario, kind: kind, number: number, isLasting: $0)
        }
      }
    }
  }

  /// Makes one call fail and returns the problems afterwards.
  func check(_ point: FaultPoint) throws -> String? {
    let problems = try examine(point, begin(point.scenario))
    guard !problems.isEmpty else { return nil }
    return "\(point): \(problems.joined(separator: "\n  "))\n  Again: \(point.command)"
  }

  private func examine(_ point: FaultPoint, _ run: Run) throws -> [String] {
    let scenario = point.scenario
    let result = try execute(point, run)
    if !point.isFaulty {
      // A failed command leaves nothing where it was told to put its result.
      let targets = scenario.step?.arguments.map { $0.replacing("HOME/", with: "") } ?? []
      files.withLock { $0[scenario.name] = run.files.subtracting(targets) }
    }
    var problems = try result.problems + run.damage()
    // The effects of a reported success are checked before the command is repeated.
    let steps = (result.isSuccess ? scenario.afterSuccess ?? [] : []) + scenario.after
    for step in steps where !step.isExcused(by: result.messages, isFaulty: point.isFaulty) {
      let outcome = try execute(step, run)
      if !step.allows(outcome.status, outcome.text) {
        problems.append("afterwards '\(step)': \(outcome.summary), \(outcome.text)")
      }
    }
    return problems
  }

  private func execute(_ point: FaultPoint, _ run: Run) throws -> Result {
    try Data(count: FaultReport.size).write(to: URL(filePath: run.report))
    let filesBefore = run.files
    let program = point.scenario.step?.program ?? "koober-cloud"
    let linkedIn = try? String(contentsOfFile: "\(shim).\(program)", encoding: .utf8)
    let variables = point.variables(shim: shim, run: run, linkedIn: linkedIn ?? "")
    guard let step = point.scenario.step else {
      return try ServerRun(fixtures: fixtures, run: run, point: point, harmless: harmless).result(
        variables)
    }
    let outcome = try execute(step, run, variables)
    if point.isFaulty { ends.withLock { $0[outcome.summary, default: 0] += 1 } }
    var result = Result(messages: outcome.errorText)
    if point.kind == .kill, outcome.signal == SIGKILL {
      // A complete document printed before the kill counts as acknowledged.
      result.isSuccess = (try? JSONSerialization.jsonObject(with: outcome.output)) != nil
      return result
    }
    result.isSuccess = outcome.status == 0
    if outcome.status == point.scenario.wrong, outcome.status != nil {
      result.problems.append("\(outcome.summary) is a wrong answer: \(outcome.errorText)")
    } else if let problem = outcome.problem(isFaulty: point.isFaulty) {
      result.problems.append(problem)
    }
    if result.isSuccess {
      if !step.allows(0, outcome.text) { result.problems.append("It prints \(outcome.text)") }
      result.problems += try FaultReport(run.report, home: run.home).hiddenFaults(
        at: point, harmless + (point.scenario.harmless ?? []))
    } else if point.kind != .unlink {
      let known = filesBefore.union(files.withLock { $0[point.scenario.name] } ?? [])
      let left = run.files.subtracting(known).filter { !harmless.cover(point.kind, "./\($0)") }
      result.problems += left.sorted().map { "'\($0)' is left although the command failed" }
    }
    return result
  }

  private func execute(
    _ step: Scenario.Step, _ run: Run, _ variables: [String: String] = [:]
  ) throws -> Outcome {
    let code = run.printed?["code"] as? String ?? ""
    let outcome = try Outcome(
      running: "\(fixtures.programs)/\(step.program)",
      step.arguments.map {
        $0.replacing("FIXTURES", with: fixtures.files).replacing("HOME", with: run.home)
      } + (step.program == "koober" ? run.options : []),
      environment: run.environment.merging(variables) { $1 },
      input: step.input.replacing("CODE", with: code).replacing("FLAGS", with: Workload.flags).utf8)
    if variables.isEmpty, outcome.text.contains("\"code\"") || outcome.text.contains("\"token\"") {
      try outcome.output.write(to: URL(filePath: "\(run.home)/output.json"))
    }
    return outcome
  }

  /// Begins a run after what comes before the scenario, which is done once where it can be copied.
  private func begin(_ scenario: Scenario) throws -> Run {
    if scenario.service == .http || scenario.service == .https {
      let run = try Run(scenario, in: fixtures, from: nil)
      for step in scenario.before ?? [] { try prepare(step, run) }
      return run
    }
    if let template = templates.withLock({ $0[scenario.name] }) {
      return try Run(scenario, in: fixtures, from: template)
    }
    var run = try template(scenario, after: (scenario.before ?? [])[...])
    if let steps = scenario.besideServer {
      run = try Run(scenario, in: fixtures, from: run)
      let server = try fixtures.serve(run.environment)
      for step in steps { try prepare(step, run) }
      server.process.signal(SIGKILL)
      server.process.wait()
    }
    templates.withLock { [run] in $0[scenario.name] = run }
    return try Run(scenario, in: fixtures, from: run)
  }

  /// The run after some steps, which other scenarios may begin with, too.
  private func template(_ scenario: Scenario, after steps: ArraySlice<Scenario.Step>) throws -> Run
  {
    let words = steps.map { "\($0.program) \($0.arguments) \($0.input)" }
    let key = "\(scenario.service?.rawValue ?? "") \(words)"
    if let template = templates.withLock({ $0[key] }) { return template }
    let template = try steps.isEmpty ? nil : template(scenario, after: steps.dropLast())
    let run = try Run(scenario, in: fixtures, from: template)
    if let step = steps.last { try prepare(step, run) }
    templates.withLock { $0[key] = run }
    return run
  }

  private func prepare(_ step: Scenario.Step, _ run: Run) throws {
    let outcome = try execute(step, run)
    guard step.allows(outcome.status, outcome.text) else {
      throw ToolError("'\(step)' fails without a fault: \(outcome.text)")
    }
  }
}

extension Outcome {
  /// The output of the command; its messages when there is none.
  fileprivate var text: String {
    output.isEmpty ? errorText : String(decoding: output, as: UTF8.self)
  }
}
