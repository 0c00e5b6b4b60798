package import Core

extension SQLStore: ExperimentStore {
  package func addExperimentEvents(
    _ events: [ExperimentEventRecord], limits: ExperimentEventLimits
  ) throws(StoreError) -> Int {
    try database.write { (connection, _) throws(StoreError) in
      if connection.dialect.hasConcurrentWriters {
        // Writers take turns, since what one counts depends on what the others have added.
        try connection.execute("LOCK TABLE experiment_counts IN SHARE ROW EXCLUSIVE MODE")
      }
      let writer = ExperimentEventWriter(connection: connection, limits: limits)
      return try writer.add(events)
    }
  }

  package func experimentCounts(
    flag: String, conversion: String
  ) throws(StoreError) -> [ExperimentCount] {
    let rows = try database.read { (connection) throws(StoreError) in
      try connection.all(
        Statements.counts, ["flag": .text(flag), "conversion": .text(conversion)]
      ) { row in
        let row = row.columns(ExperimentCountColumn.self)
        return (
          variant: row.text(.variant), isConversion: !row.textBytes(.conversion).isEmpty,
          subjects: row.number(.subjects)
        )
      }
    }
    let conversions = rows.filter(\.isConversion)
    return rows.filter { !$0.isConversion }.map { row in
      let converted = conversions.first { $0.variant.utf8.elementsEqual(row.variant.utf8) }
      return ExperimentCount(
        variant: row.variant, exposed: row.subjects, converted: converted?.subjects ?? 0)
    }
  }

  package func exposedFlags() throws(StoreError) -> [ExposedFlag] {
    try database.read { (connection) throws(StoreError) in
      try connection.all(Statements.exposedFlags) { row in
        ExposedFlag(flag: row.text(0), subjects: Int(row.integer(1)))
      }
    }
  }

  package func conversionNames() throws(StoreError) -> [String] {
    try database.read { (connection) throws(StoreError) in
      try connection.all(Statements.conversionNames) { row in row.text(0) }
    }
  }
}

private enum Statements {
  static let counts = SQLStatement(
    """
    SELECT \(ExperimentCountColumn.list) FROM experiment_counts
    WHERE flag = :flag AND conversion IN ('', :conversion)
    """)
  static let exposedFlags = SQLStatement(
    """
    SELECT flag, CAST(sum(subjects) AS bigint) FROM experiment_counts
    WHERE flag <> '' AND conversion = '' GROUP BY flag ORDER BY flag LIMIT 1000
    """)
  static let conversionNames = SQLStatement(
    """
    SELECT conversion FROM experiment_counts
    WHERE flag = '' AND variant = '' ORDER BY conversion LIMIT 1000
    """)
}

/// The columns of a count of subjects: with an empty conversion those whose first exposure to the
/// flag was to the variant; with an empty flag and variant those who did the conversion at all.
private enum ExperimentCountColumn: Int32, SQLColumn {
  case flag, variant, conversion, subjects

  static let table = "experiment_counts"
}
