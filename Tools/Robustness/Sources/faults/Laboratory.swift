import Dispatch
import Foundation
import Synchronization
import Trials

/// Prepares homes, runs scenarios in them and looks at what is left.
final class Laboratory: Sendable {
  /// What all trials use.
  struct Fixtures: Sendable {
    let programs: String
    let places: String
    let certificate: Certificate
    /// Only where a scenario asks for it.
    let databases: DatabaseServer?
  }

  private let shim: String
  private let folder: TrialFolder
  private let fixtures: Fixtures
  /// The homes and databases in which the scenarios begin.
  private let templates = Mutex<[String: Trial]>([:])
  /// How often the commands ended in each way while a call failed.
  private let ends = Mutex<[String: Int]>([:])

  init(programs: String, shim: String, scenarios: [Scenario]) throws {
    self.shim = shim
    folder = try TrialFolder()
    let places = "\(folder.path)/places.csv"
    let lines = (0..<50).map { "p\($0),Wharf \($0),\(Double($0 % 90)),\(Double($0 % 180))\n" }
    try Data("id,name,latitude,longitude\n\(lines.joined())".utf8)
      .write(to: URL(filePath: places))
    fixtures = Fixtures(
      programs: programs, places: places,
      certificate: try Certificate(in: folder.path, streams: folder.empty("streams")),
      databases: scenarios.contains { $0.service == .postgresql } ? try DatabaseServer() : nil)
  }

  /// How often the commands ended in each way, in words.
  var summary: String {
    ends.withLock { ends in
      ends.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    }
  }

  /// Does what comes before a scenario, counts its calls and returns the points at which one can fail.
  func points(of scenario: Scenario, every: Int) throws -> [FaultPoint] {
    let trial = try begin(scenario)
    let none = FaultPoint(scenario: scenario, kind: .open, number: 0, isLasting: false)
    if let problem = try run(none, trial).problem {
      throw TrialOptions.Failure(message: "\(scenario.name) fails without a fault: \(problem)")
    }
    let counters = try Data(contentsOf: URL(filePath: trial.counters))
    return FaultPoint.Kind.allCases.enumerated().flatMap { index, kind -> [FaultPoint] in
      let count = counters[index * 8..<index * 8 + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let numbers = stride(from: 1, through: count, by: kind.isAllocation ? every : 1)
      return numbers.flatMap { number in
        (kind.canLast ? [false, true] : [false]).map {
          FaultPoint(scenario: scenario, kind: kind, number: number, isLasting: $0)
        }
      }
    }
  }

  /// Lets one call fail and returns what is wrong afterwards.
  func check(_ point: FaultPoint) throws -> String? {
    let trial = try begin(point.scenario)
    var problems: [String] = []
    let result = try run(point, trial)
    if let problem = result.problem { problems.append(problem) }
    problems += try Soundness(home: trial.home, folder: trial.streams).problems()
    let steps = point.scenario.after + (result.isSuccess ? point.scenario.afterSuccess : [])
    // What a reported success promised is looked at before the command is repeated.
    for step in result.isSuccess ? Array(steps.reversed()) : steps {
      let outcome = try run(step, of: point.scenario, trial)
      if outcome.status.map(step.allowed.contains) != true {
        problems.append(
          "afterwards '\(step.arguments.joined(separator: " "))': \(outcome.summary), "
            + outcome.errorText)
      }
    }
    guard !problems.isEmpty else { return nil }
    return "\(point): \(problems.joined(separator: "\n  "))\n  Again: \(point.command)"
  }

  private func run(
    _ point: FaultPoint, _ trial: Trial
  ) throws -> (problem: String?, isSuccess: Bool) {
    try Data(count: 8 * FaultPoint.Kind.allCases.count).write(to: URL(filePath: trial.counters))
    let variables = point.variables(shim: shim, counters: trial.counters)
    guard let step = point.scenario.step else {
      let server = ServerTrial(
        fixtures: fixtures, trial: trial, isEncrypted: point.scenario.isEncrypted,
        isFaulty: point.isFaulty)
      return (try server.problem(variables), false)
    }
    let outcome = try run(step, of: point.scenario, trial, variables)
    if point.isFaulty { ends.withLock { $0[outcome.summary, default: 0] += 1 } }
    let isWrong = outcome.status == point.scenario.wrong && outcome.status != nil
    let problem =
      isWrong
      ? "\(outcome.summary) is a wrong answer: \(outcome.errorText)"
      : outcome.problem(isFaulty: point.isFaulty)
    return (problem, outcome.status == 0)
  }

  private func run(
    _ step: Scenario.Step, of scenario: Scenario, _ trial: Trial,
    _ variables: [String: String] = [:]
  ) throws -> Outcome {
    try TrialProcess.run(
      "\(fixtures.programs)/\(scenario.program)",
      step.arguments.map { $0 == "PLACES.csv" ? fixtures.places : $0 } + trial.options,
      environment: trial.environment.merging(variables) { $1 }, folder: trial.streams,
      input: Data(step.input.utf8))
  }

  /// Begins a trial after what comes before the scenario, which is done once where it can be copied.
  private func begin(_ scenario: Scenario) throws -> Trial {
    guard scenario.service != .http, scenario.service != .https else {
      return try prepared(scenario)
    }
    if let template = templates.withLock({ $0[scenario.name] }) {
      return try Trial(scenario, in: fixtures, from: template)
    }
    let template = try prepared(scenario)
    templates.withLock { $0[scenario.name] = template }
    return try Trial(scenario, in: fixtures, from: template)
  }

  private func prepared(_ scenario: Scenario) throws -> Trial {
    let trial = try Trial(scenario, in: fixtures, from: nil)
    for step in scenario.before {
      let outcome = try run(step, of: scenario, trial)
      guard outcome.status == 0 else {
        throw TrialOptions.Failure(
          message: "'\(step.arguments.joined(separator: " "))' fails without a fault: "
            + outcome.errorText)
      }
    }
    return trial
  }
}
