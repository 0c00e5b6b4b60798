import Basics
package import Core
import Experiments
import FeatureFlags

extension SQLStore {
  /// Adds events and their counts; one whose identifier is known already changes nothing. Deletes
  /// some events that are too old, with what was counted of them.
  ///
  /// - Parameters:
  ///   - events: At most one batch.
  ///   - limits: The budgets and the greatest age of events.
  ///   - allocations: How the flags of the events split riders now. A changed split begins a phase.
  /// - Returns: How many events were dropped because the budget of their subject or of the network
  ///   was used up. The identifier of a rider has none: others see it, and could send events under it.
  package func addExperimentEvents(
    _ events: [ExperimentEventRecord], limits: ExperimentEventLimits, allocations: [FlagAllocation]
  ) throws(StoreError) -> Int {
    try database.write { (connection, _) throws(StoreError) in
      try connection.lockCounts()
      let writer = ExperimentEventWriter(
        connection: connection, limits: limits, allocations: allocations)
      return try writer.add(events)
    }
  }

  /// Returns the variants of a flag that riders were exposed to first in a phase, by segments, in no
  /// particular order; the empty variant is that of the riders who met two.
  ///
  /// The time that it takes does not depend on how many events there are.
  package func experimentCounts(
    flag: String, conversion: String, phase: Int
  ) throws(StoreError) -> [ExperimentCount] {
    try all(Statements.counts, ["flag": flag, "conversion": conversion, "phase": phase]) { row in
      ExperimentCount(
        variant: row.text(0), segment: row.text(1), exposed: Int(row.integer(2)),
        converted: Int(row.integer(3)))
    }
  }

  /// Returns the sums of the values of conversions over the riders of each variant, by segments, in
  /// no particular order; variants without values are missing.
  package func experimentSums(
    flag: String, conversion: String, phase: Int
  ) throws(StoreError) -> [ExperimentSums] {
    try all(
      Statements.sums, ["flag": flag, "name": conversion, "phase": phase]
    ) { row in ExperimentSums(row.columns(ExperimentSumsColumn.self)) }
  }

  /// Returns the flags that have exposures or an experiment, in order of their keys; the first
  /// thousand of them.
  package func experimentFlags() throws(StoreError) -> [String] {
    try all(Statements.flags) { row in row.text(0) }
  }

  /// Returns the names of the conversions that have happened, in order; the first thousand of them.
  package func conversionNames() throws(StoreError) -> [String] {
    try all(Statements.conversionNames) { row in row.text(0) }
  }

  /// Returns the phases of a flag, oldest first.
  package func experimentPhases(of flag: String) throws(StoreError) -> [ExperimentPhaseRecord] {
    try database.read { (connection) throws(StoreError) in try connection.phases(of: flag) }
  }

  /// Returns the last experiment that was started on a flag.
  package func experiment(on flag: String) throws(StoreError) -> ExperimentRecord? {
    try database.read { (connection) throws(StoreError) in
      try connection.experiments(on: flag).last
    }
  }

  /// Starts an experiment and a phase; returns `false`, and starts nothing, while one is running.
  package func startExperiment(
    _ experiment: ExperimentRecord, split: String
  ) throws(StoreError) -> Bool {
    try database.write { (connection, _) throws(StoreError) in
      try connection.lockCounts()
      if let last = try connection.experiments(on: experiment.flag).last {
        // The same one: an attempt whose commit was not heard of has started it.
        guard last.stoppedAt != nil else { return last == experiment }
      }
      try connection.run(
        Statements.start,
        [
          "flag": experiment.flag, "startedAt": experiment.startedAt,
          "design": try SQLValue.json(experiment.design),
        ])
      try connection.beginPhase(of: experiment.flag, split: split, at: experiment.startedAt)
      return true
    }
  }

  /// Stops the running experiment of a flag: exposures from this moment on are not counted in it.
  ///
  /// - Parameters:
  ///   - flag: The flag's key.
  ///   - time: In milliseconds since 1970-01-01T00:00:00Z.
  /// - Returns: `false` when none is running.
  package func stopExperiment(on flag: String, at time: Int64) throws(StoreError) -> Bool {
    try database.write { (connection, mayHaveHappened) throws(StoreError) in
      try connection.lockCounts()
      let stopped = try connection.run(Statements.stop, ["flag": flag, "stoppedAt": time])
      guard stopped == 1 else {
        guard mayHaveHappened else { return false }
        return try connection.experiments(on: flag).last?.stoppedAt == time
      }
      try connection.beginPhase(of: flag, split: "[]", at: time)
      return true
    }
  }
}

extension SQLConnection {
  /// Makes writers take turns, since what one counts depends on what the others have added.
  fileprivate func lockCounts() throws(StoreError) {
    guard dialect.hasConcurrentWriters else { return }
    try execute("LOCK TABLE experiment_segment_counts IN SHARE ROW EXCLUSIVE MODE")
  }

  /// The phases of a flag, oldest first.
  func phases(of flag: String) throws(StoreError) -> [ExperimentPhaseRecord] {
    try all(Statements.phases, ["flag": flag]) { row in
      ExperimentPhaseRecord(number: Int(row.integer(0)), since: row.integer(1), split: row.text(2))
    }
  }

  func add(_ phase: ExperimentPhaseRecord, of flag: String) throws(StoreError) {
    try run(
      Statements.addPhase,
      ["flag": flag, "number": phase.number, "since": phase.since, "split": phase.split])
  }

  /// The experiments that were started on a flag.
  func experiments(on flag: String) throws(StoreError) -> [ExperimentRecord] {
    try all(Statements.experiments, ["flag": flag]) { row in
      ExperimentRecord(
        flag: flag, startedAt: row.integer(0), stoppedAt: row.isNull(1) ? nil : row.integer(1),
        design: try? JSON.decode(ExperimentDesign.self, from: row.textBytes(2)))
    }
  }

  /// Begins a phase of each flag with phases that a version splits in another way, so that it has
  /// begun before a client can meet the new split at any server.
  func beginPhases(with version: FlagVersion) throws(StoreError) {
    guard let definitions = try? FlagDefinitions(.object(version.document)) else { return }
    let since = version.record.publishedAt.milliseconds
    try lockCounts()
    for flag in try all(Statements.phasedFlags, read: { row in row.text(0) }) {
      guard let split = definitions.split(of: flag)?.json.serialized(),
        let last = try phases(of: flag).last, last.split != "[]", last.split != split,
        last.since < since
      else { continue }
      try beginPhase(of: flag, split: split, at: since)
    }
  }

  fileprivate func beginPhase(of flag: String, split: String, at time: Int64) throws(StoreError) {
    let number = (try phases(of: flag).last?.number ?? 0) + 1
    try add(ExperimentPhaseRecord(number: number, since: time, split: split), of: flag)
  }
}

private enum Statements {
  static let counts: SQLStatement = """
    SELECT exposed.variant, exposed.segment, exposed.subjects, coalesce(converted.subjects, 0)
    FROM experiment_segment_counts AS exposed LEFT JOIN experiment_segment_counts AS converted
      ON converted.flag = exposed.flag AND converted.phase = exposed.phase
        AND converted.segment = exposed.segment AND converted.variant = exposed.variant
        AND converted.conversion = :conversion AND converted.conversion <> ''
    WHERE exposed.flag = :flag AND exposed.phase = :phase AND exposed.conversion = ''
    """
  static let sums = ExperimentSumsColumn.select(
    "WHERE flag = :flag AND phase = :phase AND name = :name")
  static let flags: SQLStatement = """
    SELECT flag FROM experiment_segment_counts WHERE flag <> '' UNION SELECT flag FROM experiments
    ORDER BY flag LIMIT 1000
    """
  static let conversionNames: SQLStatement = """
    SELECT conversion FROM experiment_segment_counts
    WHERE flag = '' AND phase = 0 AND variant = '' ORDER BY conversion LIMIT 1000
    """
  static let phases: SQLStatement =
    "SELECT number, since, split FROM experiment_phases WHERE flag = :flag ORDER BY number"
  static let phasedFlags: SQLStatement = "SELECT DISTINCT flag FROM experiment_phases"
  static let addPhase: SQLStatement = """
    INSERT INTO experiment_phases (flag, number, since, split)
    VALUES (:flag, :number, :since, :split)
    """
  static let experiments: SQLStatement = """
    SELECT started_at, stopped_at, design FROM experiments WHERE flag = :flag ORDER BY started_at
    """
  static let start: SQLStatement =
    "INSERT INTO experiments (flag, started_at, design) VALUES (:flag, :startedAt, :design)"
  static let stop: SQLStatement =
    "UPDATE experiments SET stopped_at = :stoppedAt WHERE flag = :flag AND stopped_at IS NULL"
}

/// The columns of the sums of a conversion's values over the riders of a variant.
enum ExperimentSumsColumn: Int32, SQLColumn {
  case flag, phase, segment, variant, name, riders, value, valueSquared, events, eventsSquared
  case valueEvents, before, beforeSquared, valueBefore
  static let table = "experiment_segment_sums"
}

extension ExperimentSums {
  fileprivate init(_ row: SQLColumns<ExperimentSumsColumn>) {
    self.init(
      variant: row.text(.variant), segment: row.text(.segment), riders: row.number(.riders),
      value: row.real(.value), valueSquared: row.real(.valueSquared), events: row.real(.events),
      eventsSquared: row.real(.eventsSquared), valueEvents: row.real(.valueEvents),
      before: row.real(.before), beforeSquared: row.real(.beforeSquared),
      valueBefore: row.real(.valueBefore))
  }
}
