import Basics
import CloudStore
import Core
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
  public func start(on flag: String, _ design: ExperimentDesign) async throws(AdministrationError) {
    try Self.check(design)
    let now = dependencies.clock.now.milliseconds
    let isStarted = try await dependencies.administer { store throws(StoreError) -> Bool? in
      guard let split = try store.split(of: flag) else { return nil }
      return try store.startExperiment(
        ExperimentRecord(flag: flag, startedAt: now, design: design), split: split)
    }
    guard let isStarted else { throw .noSuchFlag(flag) }
    guard isStarted else { throw .experimentRunning(flag) }
  }

  /// Stops the experiment on a flag: riders who meet the flag from now on are not counted in it.
  public func stop(on flag: String) async throws(AdministrationError) {
    let now = dependencies.clock.now.milliseconds
    let isStopped = try await dependencies.administer { store throws(StoreError) in
      try store.stopExperiment(on: flag, at: now)
    }
    guard isStopped else { throw .noExperiment(flag) }
  }

  private static func check(_ design: ExperimentDesign) throws(AdministrationError) {
    func isText(_ text: String) -> Bool {
      (1...ExperimentEventLimits.longestText).contains(text.utf8.count)
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
