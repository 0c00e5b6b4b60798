import Foundation
import Synchronization
import Trials

/// Prepares homes, runs scenarios in them and looks at what is left.
final class Laboratory: Sendable {
  private let programs: String
  private let shim: String
  private let prepared: TrialFolder
  /// The homes in which the scenarios begin.
  private let templates: [String: String]
  private let places: String
  /// How often the commands ended in each way while a call failed.
  private let ends = Mutex<[String: Int]>([:])

  init(programs: String, shim: String) throws {
    self.programs = programs
    self.shim = shim
    prepared = try TrialFolder()
    places = "\(prepared.path)/places.csv"
    let lines = (0..<50).map { "p\($0),Wharf \($0),\(Double($0 % 90)),\(Double($0 % 180))\n" }
    try Data("id,name,latitude,longitude\n\(lines.joined())".utf8)
      .write(to: URL(filePath: places))
    var templates: [String: String] = [:]
    let streams = try prepared.empty("streams")
    for scenario in Scenario.all {
      let home = try prepared.empty("template-\(scenario.name)")
      templates[scenario.name] = home
      for step in scenario.before {
        let outcome = try TrialProcess.run(
          "\(programs)/\(scenario.program)", step.arguments, environment: Self.variables(home),
          folder: streams, input: Data(step.input.utf8))
        guard outcome.status == 0 else {
          throw TrialOptions.Failure(
            message: "'\(step.arguments.joined(separator: " "))' fails without a fault: "
              + outcome.errorText)
        }
      }
    }
    self.templates = templates
  }

  /// How often the commands ended in each way, in words.
  var summary: String {
    ends.withLock { ends in
      ends.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    }
  }

  /// Counts the calls of a scenario and returns the points at which one can fail.
  func points(of scenario: Scenario, every: Int) throws -> [FaultPoint] {
    try FaultPoint.Kind.allCases.flatMap { kind -> [FaultPoint] in
      let count = try calls(of: scenario, kind)
      let steps = stride(from: 1, through: count, by: kind.library == nil ? 1 : every)
      return steps.flatMap { number in
        // A disk stays full and descriptors stay used up; a bad block is met once.
        let lasting =
          kind == .write || kind == .open || kind.library != nil ? [false, true] : [false]
        return lasting.map {
          FaultPoint(scenario: scenario, kind: kind, number: number, isLasting: $0)
        }
      }
    }
  }

  private func calls(of scenario: Scenario, _ kind: FaultPoint.Kind) throws -> Int {
    let trial = try begin(scenario)
    let point = FaultPoint(scenario: scenario, kind: kind, number: 0, isLasting: false)
    if let problem = try run(point, trial).problem {
      throw TrialOptions.Failure(message: "\(scenario.name) fails without a fault: \(problem)")
    }
    let counter = try Data(contentsOf: URL(filePath: "\(trial.folder.path)/counter"))
    return counter.reversed().reduce(0) { $0 << 8 | Int($1) }
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
      let outcome = try TrialProcess.run(
        "\(programs)/\(point.scenario.program)", trial.named(step.arguments, places),
        environment: Self.variables(trial.home), folder: trial.streams,
        input: Data(step.input.utf8))
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
    let counter = "\(trial.folder.path)/counter"
    try Data(count: 8).write(to: URL(filePath: counter))
    var variables = Self.variables(trial.home)
    variables["LD_PRELOAD"] = shim
    variables["FAULTS_KIND"] = point.kind.library == nil ? point.kind.rawValue : "allocation"
    variables["FAULTS_LIBRARY"] = point.kind.library
    variables["FAULTS_AT"] = "\(point.number)"
    variables["FAULTS_ONWARDS"] = point.isLasting ? "1" : "0"
    variables["FAULTS_ERRNO"] = "\(point.kind.error)"
    variables["FAULTS_COUNTER"] = counter
    let program = "\(programs)/\(point.scenario.program)"
    guard let step = point.scenario.step else {
      let problem = try ServerTrial.problem(
        program, environment: variables, folder: trial.streams, isFaulty: point.number > 0)
      return (problem, false)
    }
    let outcome = try TrialProcess.run(
      program, trial.named(step.arguments, places), environment: variables, folder: trial.streams,
      input: Data(step.input.utf8))
    if point.number > 0 { ends.withLock { $0[outcome.summary, default: 0] += 1 } }
    let isWrong = outcome.status == point.scenario.wrong && outcome.status != nil
    let problem =
      isWrong
      ? "\(outcome.summary) is a wrong answer: \(outcome.errorText)"
      : outcome.problem(isFaulty: point.number > 0)
    return (problem, outcome.status == 0)
  }

  private func begin(_ scenario: Scenario) throws -> Trial {
    let folder = try TrialFolder()
    guard let template = templates[scenario.name] else { throw CocoaError(.fileNoSuchFile) }
    return Trial(
      folder: folder, home: try folder.copy(template, to: "home"),
      streams: try folder.empty("streams"))
  }

  private static func variables(_ home: String) -> [String: String] {
    ["KOOBER_HOME": home, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
  }
}

/// The folders of one trial.
private struct Trial {
  let folder: TrialFolder
  let home: String
  let streams: String

  func named(_ arguments: [String], _ places: String) -> [String] {
    arguments.map { $0 == "PLACES.csv" ? places : $0 }
  }
}
