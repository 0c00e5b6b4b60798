import Basics
public import Core
public import Experiments
import FeatureFlags
import FoundationEssentials

/// Starts and stops experiments, for operators of the cloud.
public struct ExperimentControl: Sendable {
  let dependencies: any CloudDependencies

  /// Starts an experiment on a flag as it splits riders now, in a new phase: riders who met the flag
  /// before are not counted.
  ///
  /// The split is that of the newest published definitions, or of the last phase.
  public func start(
    on flag: String, _ design: ExperimentDesign
  ) async throws(ExperimentControlError) {
    try Self.check(design)
    let now = dependencies.clock.now.milliseconds
    let isStarted = try await dependencies.run(ExperimentControlError.database) {
      store throws(StoreError) -> Bool? in
      guard let split = try store.split(of: flag) else { return nil }
      return try store.startExperiment(
        ExperimentRecord(flag: flag, startedAt: now, design: design), split: split)
    }
    guard let isStarted else { throw .noSuchFlag(flag) }
    guard isStarted else { throw .running(flag) }
  }

  /// Stops the experiment on a flag: riders who meet the flag from now on are not counted in it.
  public func stop(on flag: String) async throws(ExperimentControlError) {
    let now = dependencies.clock.now.milliseconds
    let isStopped = try await dependencies.run(ExperimentControlError.database) {
      store throws(StoreError) in
      try store.stopExperiment(on: flag, at: now)
    }
    guard isStopped else { throw .notRunning(flag) }
  }

  private static func check(_ design: ExperimentDesign) throws(ExperimentControlError) {
    func isText(_ text: String) -> Bool {
      (1...ExperimentEventService.longestText).contains(text.utf8.count)
    }
    let (metrics, segments) = (design.metrics ?? [], design.segments ?? [])
    let goals =
      [ExperimentGoal(design.conversion)] + design.guardrails.map(\.goal)
      + metrics.map { ExperimentGoal($0.conversion) }
    if let bad = goals.first(where: { !isText($0.conversion) }) {
      throw .badConversion(bad.conversion)
    }
    guard segments.count <= ExperimentDesign.largestSegmentCount, segments.allSatisfy(isText),
      Set(segments.map(CodeUnits.init)).count == segments.count
    else { throw .badSegments }
    guard metrics.count <= ExperimentDesign.largestMetricCount, Set(metrics).count == metrics.count
    else { throw .badMetrics }
  }
}

extension SQLStore {
  /// How a flag splits riders now, as a phase keeps it; `nil` for no such flag.
  fileprivate func split(of flag: String) throws(StoreError) -> String? {
    if let version = try flagVersion(try newestFlagVersion()),
      let definitions = try? FlagDefinitions(.object(version.document)),
      let split = definitions.split(of: flag)
    {
      return split.json.serialized()
    }
    return try experimentPhases(of: flag).last { $0.split != "[]" }?.split
  }
}

/// An error of starting and stopping experiments.
public enum ExperimentControlError: Error, Equatable {
  case noSuchFlag(String)
  /// A conversion whose name is empty or too long.
  case badConversion(String)
  /// Too many segments, two of one name, or one whose name is empty or too long.
  case badSegments
  /// Too many values, or one twice.
  case badMetrics
  case running(String)
  case notRunning(String)
  case database(DatabaseError)
}

extension ExperimentControlError: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .noSuchFlag(let flag):
      Problem(
        .noInput, code: "unknownFlag", message: "There is no published flag '\(flag)'.",
        hint: "Publish its definition with 'koober-cloud flags publish FILE --message WHY'.")
    case .badConversion(let name):
      Problem(
        .usage, code: "badConversion", message: "'\(name)' names no conversion.",
        hint: "Give 1 to \(ExperimentEventService.longestText) bytes, such as ride_requested or "
          + "mean:ride_completed.")
    case .badSegments:
      Problem(
        .usage, code: "badSegments",
        message: "The segments are not 1 to \(ExperimentDesign.largestSegmentCount) names.",
        hint: "Give each once, with at most \(ExperimentEventService.longestText) bytes.")
    case .badMetrics:
      Problem(
        .usage, code: "badMetrics",
        message: "The values are not 1 to \(ExperimentDesign.largestMetricCount) different ones.",
        hint: "Give each once.")
    case .running(let flag):
      Problem(
        .failed, code: "experimentRunning", message: "An experiment on '\(flag)' is running.",
        hint: "Stop it first with 'koober-cloud experiments stop \(flag)'.")
    case .notRunning(let flag):
      Problem(
        .noInput, code: "noExperiment", message: "No experiment on '\(flag)' is running.",
        hint: "See 'koober-cloud experiments list'.")
    case .database(let error): error.problem
    }
  }
}
