/// The counts and sums that the exposures, conversions and values of a subject contribute to.
enum ExperimentContributions {
  /// Each count that a subject contributes 1 to: by its exposures, by its conversions after them, and
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

  /// Add the contributions of a subject for the parameter `sign` 1, and subtract them for -1: those that
  /// are subtracted have been added, so each has a row. The sums are of the subject's values since the
  /// exposure, of how many they are, and of its values from before.
  static let change = [
    SQLStatement(
      """
      INSERT INTO experiment_segment_counts AS known
        (flag, phase, segment, variant, conversion, subjects)
      SELECT flag, phase, segment, variant, conversion, 1 FROM (\(counts)) AS own WHERE true
      ON CONFLICT (flag, phase, segment, variant, conversion)
      DO UPDATE SET subjects = known.subjects + :sign * excluded.subjects
      """),
    SQLStatement { dialect in
      let columns = ExperimentSumsColumn.names
      let changes = columns.dropFirst(5).map { "\($0) = known.\($0) + :sign * excluded.\($0)" }
      func sum(_ column: String, _ comparison: String) -> String {
        let values = "sum(CASE WHEN v.at \(comparison) exposures.at THEN \(column) ELSE 0 END)"
        return "CAST(\(values) AS \(dialect.real))"
      }
      return """
        INSERT INTO experiment_segment_sums AS known (\(columns.joined(separator: ", ")))
        SELECT flag, phase, segment, variant, name, 1, value, value * value, events, events * events,
          value * events, before, before * before, value * before
        FROM (
          SELECT flag, phase, segment, variant, name,
            \(sum("value", ">=")) AS value, \(sum("events", ">=")) AS events,
            \(sum("value", "<")) AS before
          FROM experiment_exposures AS exposures JOIN experiment_values AS v
            ON v.subject = exposures.subject
          WHERE exposures.subject = :subject AND met_two = 0
          GROUP BY flag, phase, segment, variant, name
        ) AS own WHERE true
        ON CONFLICT (flag, phase, segment, variant, name)
        DO UPDATE SET \(changes.joined(separator: ", "))
        """
    },
  ]

  /// Delete the counts and sums of no subject that were a subject's. The SELECT around the others makes
  /// SQLite look the counts up by their key instead of reading all.
  static let deleteEmpty: [SQLStatement] = [
    SQLStatement(
      """
      DELETE FROM experiment_segment_counts WHERE subjects = 0
        AND (flag, phase, segment, variant, conversion) IN
          (SELECT flag, phase, segment, variant, conversion FROM (\(counts)) AS own)
      """),
    """
    DELETE FROM experiment_segment_sums WHERE riders = 0
      AND (flag, phase, segment, variant) IN
        (SELECT flag, phase, segment, variant FROM experiment_exposures WHERE subject = :subject)
    """,
  ]
}
