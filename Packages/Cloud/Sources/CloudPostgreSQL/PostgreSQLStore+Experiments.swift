package import Cloud
package import Core

extension PostgreSQLStore: ExperimentStore {
  package func addExperimentEvents(
    _ events: [ExperimentEventRecord]
  ) throws(StoreFailure) {
    // In one order for everybody, so that no two wait for each other.
    let events = events.sorted { $0.id < $1.id }
    try pool.transaction { (connection, _) throws(PostgreSQLFailure) in
      for event in events {
        try connection.run(
          """
          INSERT INTO experiment_events (id, subject, at, kind, flag, variant, origin, name)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING
          """, .text(event.id), .text(event.subject), .integer(event.milliseconds),
          .text(event.kind.rawValue), .optional(event.flag), .optional(event.variant),
          .optional(event.origin), .optional(event.name))
      }
    }
  }

  package func experimentEvents(
    flag: String, conversion: String
  ) throws(StoreFailure) -> [ExperimentEventRecord] {
    try pool.read { (connection) throws(PostgreSQLFailure) in
      try connection.all(
        """
        SELECT id, subject, at, kind, flag, variant, origin, name FROM experiment_events
        WHERE flag = $1 OR name = $2
        """, .text(flag), .text(conversion)
      ) { (row) throws(PostgreSQLFailure) in try row.experimentEvent() }.compactMap { $0 }
    }
  }

  package func exposedFlags() throws(StoreFailure) -> [ExposedFlag] {
    try pool.read { (connection) throws(PostgreSQLFailure) in
      try connection.all(
        """
        SELECT flag, count(DISTINCT subject) FROM experiment_events
        WHERE flag IS NOT NULL GROUP BY flag ORDER BY flag
        """
      ) { (row) throws(PostgreSQLFailure) in
        ExposedFlag(flag: row.text(0), subjects: Int(try row.integer(1)))
      }
    }
  }

  package func conversionNames() throws(StoreFailure) -> [String] {
    try pool.read { (connection) throws(PostgreSQLFailure) in
      try connection.all(
        "SELECT DISTINCT name FROM experiment_events WHERE name IS NOT NULL ORDER BY name"
      ) { row in row.text(0) }
    }
  }
}

extension PostgreSQLRow {
  /// The columns of an event; `nil` for a kind that a newer program has written.
  fileprivate func experimentEvent() throws(PostgreSQLFailure) -> ExperimentEventRecord? {
    guard let kind = ExperimentEventRecord.Kind(rawValue: text(3)) else { return nil }
    return ExperimentEventRecord(
      id: text(0), subject: text(1), milliseconds: try integer(2), kind: kind,
      flag: optionalText(4), variant: optionalText(5), origin: optionalText(6),
      name: optionalText(7))
  }
}
