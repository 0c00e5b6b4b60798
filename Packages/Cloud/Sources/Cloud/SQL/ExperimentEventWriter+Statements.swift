import Core

extension ExperimentEventWriter {
  /// The writer's statements.
  enum Statements {
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

    /// The counts that a subject contributes 1 to: by its exposures, by its conversions after them, and
    /// by its conversions alone.
    private static let counts = """
      SELECT flag, phase, segment, CASE WHEN met_two = 1 THEN '' ELSE variant END AS variant,
        '' AS conversion
      FROM experiment_exposures WHERE subject = :subject
      UNION ALL
      SELECT flag, phase, segment, variant, name
      FROM experiment_exposures AS exposures JOIN experiment_conversions AS conversions
        ON conversions.subject = exposures.subject AND conversions.at >= exposures.at
      WHERE exposures.subject = :subject AND met_two = 0
      UNION ALL
      SELECT '', 0, '', '', name FROM experiment_conversions WHERE subject = :subject
      """
    /// The sums that a subject contributes to, with its values since the exposure, how many they are,
    /// and its values from before.
    private static func sums(_ dialect: any SQLDialect) -> String {
      """
      SELECT flag, phase, segment, variant, name,
        CAST(sum(CASE WHEN v.at >= exposures.at THEN value ELSE 0 END) AS \(dialect.real)) AS value,
        CAST(sum(CASE WHEN v.at >= exposures.at THEN events ELSE 0 END) AS \(dialect.real)) AS events,
        CAST(sum(CASE WHEN v.at < exposures.at THEN value ELSE 0 END) AS \(dialect.real)) AS before
      FROM experiment_exposures AS exposures JOIN experiment_values AS v
        ON v.subject = exposures.subject
      WHERE exposures.subject = :subject AND met_two = 0
      GROUP BY flag, phase, segment, variant, name
      """
    }

    static let addContributions = contribute("+")
    /// Counts and sums of no subject are deleted. The SELECT around the others makes SQLite look the
    /// counts up by their key instead of reading all.
    static let subtractContributions =
      contribute("-") + [
        SQLStatement(
          """
          DELETE FROM experiment_segment_counts WHERE subjects = 0
            AND (flag, phase, segment, variant, conversion) IN
              (SELECT flag, phase, segment, variant, conversion FROM (\(counts)) AS own)
          """),
        SQLStatement { dialect in
          """
          DELETE FROM experiment_segment_sums WHERE riders = 0
            AND (flag, phase, segment, variant, name) IN
              (SELECT flag, phase, segment, variant, name FROM (\(sums(dialect))) AS own)
          """
        },
      ]

    private static func contribute(_ sign: String) -> [SQLStatement] {
      let columns = ExperimentSumsColumn.names
      let changes = columns.dropFirst(5).map { "\($0) = known.\($0) + excluded.\($0)" }
      return [
        SQLStatement(
          """
          INSERT INTO experiment_segment_counts AS known
            (flag, phase, segment, variant, conversion, subjects)
          SELECT flag, phase, segment, variant, conversion, \(sign)1 FROM (\(counts)) AS own WHERE true
          ON CONFLICT (flag, phase, segment, variant, conversion)
          DO UPDATE SET subjects = known.subjects + excluded.subjects
          """),
        SQLStatement { dialect in
          """
          INSERT INTO experiment_segment_sums AS known (\(columns.joined(separator: ", ")))
          SELECT flag, phase, segment, variant, name, \(sign)1, \(sign)value, \(sign)value * value,
            \(sign)events, \(sign)events * events, \(sign)value * events, \(sign)before,
            \(sign)before * before, \(sign)value * before
          FROM (\(sums(dialect))) AS own WHERE true
          ON CONFLICT (flag, phase, segment, variant, name)
          DO UPDATE SET \(changes.joined(separator: ", "))
          """
        },
      ]
    }
  }
}
