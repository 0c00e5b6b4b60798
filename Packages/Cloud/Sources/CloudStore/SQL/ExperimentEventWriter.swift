import Basics
import Core
import Experiments

/// Adds events in a transaction, and keeps the counts and sums in step with them.
///
/// Contributions of the subjects are subtracted before their exposures, conversions and values change,
/// and added again afterwards.
struct ExperimentEventWriter {
  /// How many old exposures, and how many old conversions, are deleted with each batch.
  private static let expiredPerBatch = 20
  let connection: any SQLConnection
  let limits: ExperimentEventLimits
  /// How the flags of the events split riders now.
  let allocations: [FlagAllocation]

  /// Adds events and deletes old ones; returns how many were dropped for their subjects' budgets.
  func add(_ events: [ExperimentEventRecord]) throws(StoreError) -> Int {
    let expired = try expiredSubjects()
    let subjects = expired.union(events.map { CodeUnits($0.subject) })
    try run(ExperimentContributions.change, for: subjects, sign: -1)
    try run(ExperimentContributions.deleteEmpty, for: subjects)
    try run(Statements.deleteExpired, for: expired)
    let dropped = try addWithinBudgets(events)
    try run(ExperimentContributions.change, for: subjects)
    try connection.run(Statements.deleteEvents, ["oldest": limits.oldest])
    try connection.run(Statements.deleteBudgets, ["day": limits.day])
    return dropped
  }

  /// Runs statements for each subject.
  private func run(
    _ statements: [SQLStatement], for subjects: Set<CodeUnits>, sign: Int = 1
  ) throws(StoreError) {
    let calls = subjects.flatMap { subject in
      statements.map { statement -> SQLCall in
        (statement, ["subject": subject.text, "oldest": limits.oldest, "sign": sign])
      }
    }
    try connection.runAll(calls) { (_, _) in }
  }

  /// Adds events as far as the budgets of the subjects and of the network go; returns how many were
  /// dropped.
  private func addWithinBudgets(_ events: [ExperimentEventRecord]) throws(StoreError) -> Int {
    let (phases, experiments) = (try updatedPhases(), try experiments(of: events))
    // The name of a network is longer than any subject.
    let network = limits.network.map {
      SQLValue.text(String(repeating: " ", count: ExperimentEventLimits.longestText) + $0)
    }
    let budget = try network.map { (network) throws(StoreError) in
      limits.dailyBudgetOfNetwork - (try usedBudget(of: network))
    }
    var rest = budget ?? .max
    var dropped = 0
    for (subject, events) in Dictionary(grouping: events, by: { CodeUnits($0.subject) }) {
      dropped += try add(events, of: .text(subject.text), from: &rest, in: phases, experiments)
    }
    if let network, let budget { try addToBudget(of: network, budget - rest) }
    return dropped
  }

  /// Begins a phase for each flag that splits riders in another way than before; returns the phases
  /// of the flags, oldest first.
  private func updatedPhases() throws(StoreError) -> [CodeUnits: [ExperimentPhaseRecord]] {
    var phases: [CodeUnits: [ExperimentPhaseRecord]] = [:]
    for allocation in allocations {
      var known = try connection.phases(of: allocation.flag)
      // A server that has not heard of the newest definitions yet begins nothing.
      if known.last.map({ $0.split != allocation.split && $0.since < allocation.since }) ?? true {
        let new = ExperimentPhaseRecord(
          number: (known.last?.number ?? 0) + 1, since: allocation.since, split: allocation.split)
        try connection.add(new, of: allocation.flag)
        known.append(new)
      }
      phases[CodeUnits(allocation.flag)] = known
    }
    return phases
  }

  /// The experiments on the flags of events with segments.
  private func experiments(
    of events: [ExperimentEventRecord]
  ) throws(StoreError) -> [CodeUnits: [ExperimentRecord]] {
    let flags = Set(events.compactMap { $0.segment == nil ? nil : $0.flag.map(CodeUnits.init) })
    var experiments: [CodeUnits: [ExperimentRecord]] = [:]
    for flag in flags { experiments[flag] = try connection.experiments(on: flag.text) }
    return experiments
  }

  private func add(
    _ events: [ExperimentEventRecord], of subject: SQLValue, from rest: inout Int,
    in phases: [CodeUnits: [ExperimentPhaseRecord]], _ experiments: [CodeUnits: [ExperimentRecord]]
  ) throws(StoreError) -> Int {
    let isRider = try connection.hasRow(Statements.isRider, ["subject": subject])
    let budget = isRider ? 0 : min(rest, limits.dailyBudget - (try usedBudget(of: subject)))
    var used = 0
    var dropped = 0
    for event in events {
      guard used < budget else {
        dropped += 1
        continue
      }
      guard try connection.run(Statements.addEvent, event.arguments) == 1 else { continue }
      used += 1
      try addToAggregates(event, phases, experiments)
    }
    try addToBudget(of: subject, used)
    rest -= used
    return dropped
  }

  private func usedBudget(of subject: SQLValue) throws(StoreError) -> Int {
    try connection.first(
      Statements.budget, ["subject": subject, "day": limits.day]
    ) { row in Int(row.integer(0)) } ?? 0
  }

  private func addToBudget(of subject: SQLValue, _ events: Int) throws(StoreError) {
    guard events > 0 else { return }
    try connection.run(
      Statements.addToBudget, ["subject": subject, "day": limits.day, "events": events])
  }

  private func addToAggregates(
    _ event: ExperimentEventRecord, _ phases: [CodeUnits: [ExperimentPhaseRecord]],
    _ experiments: [CodeUnits: [ExperimentRecord]]
  ) throws(StoreError) {
    switch event.kind {
    case .exposure:
      guard let origin = event.origin, !ExperimentEventRecord.chosenOrigins.contains(origin) else {
        return
      }
      let flag = CodeUnits(event.flag ?? "")
      let phase = phases[flag]?.last { $0.since <= event.milliseconds }
      let segment = experiments[flag]?.lazy.compactMap { $0.segment(of: event) }.first
      try connection.run(
        Statements.addExposure,
        event.arguments.adding("phase", phase?.number ?? 1)
          .adding("segment", segment ?? ""))
    case .conversion:
      try connection.run(Statements.addConversion, event.arguments)
      if let value = event.value {
        try connection.run(Statements.addValue, event.arguments.adding("value", value))
      }
    }
  }

  private func expiredSubjects() throws(StoreError) -> Set<CodeUnits> {
    let arguments: SQLArguments = ["oldest": limits.oldest, "limit": Self.expiredPerBatch]
    var subjects: Set<CodeUnits> = []
    try connection.runAll(Statements.expired.map { ($0, arguments) }) { (_, row) in
      subjects.insert(CodeUnits(row.text(0)))
    }
    return subjects
  }
}

extension ExperimentEventRecord {
  fileprivate var arguments: SQLArguments {
    [
      "id": id, "subject": subject, "at": milliseconds, "kind": kind.rawValue, "flag": flag,
      "variant": variant, "origin": origin, "name": name,
    ]
  }
}

extension ExperimentRecord {
  /// Returns the segment of the experiment that an exposure was in.
  fileprivate func segment(of event: ExperimentEventRecord) -> String? {
    guard event.milliseconds >= startedAt, event.milliseconds < stoppedAt ?? .max,
      let segment = event.segment
    else { return nil }
    return design?.segments?.first { $0.utf8.elementsEqual(segment.utf8) }
  }
}

private enum Statements {
  static let addEvent: SQLStatement = """
    INSERT INTO experiment_events (id, subject, at, kind, flag, variant, origin, name)
    VALUES (:id, :subject, :at, :kind, :flag, :variant, :origin, :name) ON CONFLICT DO NOTHING
    """
  /// Twice as many as a batch adds, so that old ones become fewer.
  static let deleteEvents: SQLStatement = """
    DELETE FROM experiment_events WHERE id IN
      (SELECT id FROM experiment_events WHERE at < :oldest ORDER BY at LIMIT 400)
    """

  static let budget: SQLStatement =
    "SELECT events FROM experiment_budgets WHERE subject = :subject AND day = :day"
  static let addToBudget: SQLStatement = """
    INSERT INTO experiment_budgets AS known (subject, day, events)
    VALUES (:subject, :day, :events)
    ON CONFLICT (subject) DO UPDATE SET day = excluded.day, events = excluded.events
      + CASE WHEN known.day = excluded.day THEN known.events ELSE 0 END
    """
  static let isRider: SQLStatement = "SELECT 1 FROM accounts WHERE id = :subject"
  static let deleteBudgets: SQLStatement = """
    DELETE FROM experiment_budgets WHERE subject IN
      (SELECT subject FROM experiment_budgets WHERE day < :day ORDER BY day LIMIT 400)
    """

  /// The first exposure counts. Two variants are met if they were in the phase of the first one.
  static let addExposure: SQLStatement = """
    INSERT INTO experiment_exposures AS known (subject, flag, variant, at, phase, segment, met_two)
    VALUES (:subject, :flag, :variant, :at, :phase, :segment, 0)
    ON CONFLICT (subject, flag) DO UPDATE SET
      met_two = CASE
        WHEN excluded.phase < known.phase THEN 0
        WHEN excluded.phase = known.phase AND excluded.variant <> known.variant THEN 1
        ELSE known.met_two END,
      variant = CASE WHEN excluded.at < known.at THEN excluded.variant ELSE known.variant END,
      phase = CASE WHEN excluded.at < known.at THEN excluded.phase ELSE known.phase END,
      segment = CASE WHEN excluded.at < known.at THEN excluded.segment ELSE known.segment END,
      at = CASE WHEN excluded.at < known.at THEN excluded.at ELSE known.at END
    WHERE excluded.at < known.at
      OR (excluded.phase = known.phase AND excluded.variant <> known.variant)
    """
  static let addConversion: SQLStatement = """
    INSERT INTO experiment_conversions (subject, name, at) VALUES (:subject, :name, :at)
    ON CONFLICT (subject, name) DO UPDATE SET at = excluded.at
    WHERE excluded.at > experiment_conversions.at
    """

  static let addValue: SQLStatement = """
    INSERT INTO experiment_values (subject, name, at, value, events)
    VALUES (:subject, :name, :at, :value, 1)
    ON CONFLICT (subject, name, at) DO UPDATE SET
      value = experiment_values.value + excluded.value, events = experiment_values.events + 1
    """

  private static let eventTables = [
    "experiment_exposures", "experiment_conversions", "experiment_values",
  ]
  static let expired = eventTables.map { table in
    SQLStatement("SELECT subject FROM \(table) WHERE at < :oldest ORDER BY at LIMIT :limit")
  }
  static let deleteExpired = eventTables.map { table in
    SQLStatement("DELETE FROM \(table) WHERE subject = :subject AND at < :oldest")
  }
}
