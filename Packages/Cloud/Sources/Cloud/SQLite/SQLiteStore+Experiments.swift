package import Core

extension SQLiteStore: ExperimentStore {
  package func addExperimentEvents(
    _ events: [ExperimentEventRecord]
  ) throws(StoreFailure) {
    try database.transaction { (connection) throws(StoreFailure) in
      for event in events {
        try connection.run(
          """
          INSERT INTO experiment_events (id, subject, at, kind, flag, variant, origin, name)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
          """, .text(event.id), .text(event.subject), .integer(event.milliseconds),
          .text(event.kind.rawValue), .optional(event.flag), .optional(event.variant),
          .optional(event.origin), .optional(event.name))
      }
    }
  }

  package func experimentEvents(
    flag: String, conversion: String
  ) throws(StoreFailure) -> [ExperimentEventRecord] {
    try database.read { (connection) throws(StoreFailure) in
      try connection.all(
        """
        SELECT id, subject, at, kind, flag, variant, origin, name FROM experiment_events
        WHERE flag = ? OR name = ?
        """, .text(flag), .text(conversion)
      ) { row in row.experimentEvent }.compactMap { $0 }
    }
  }

  package func exposedFlags() throws(StoreFailure) -> [ExposedFlag] {
    try database.read { (connection) throws(StoreFailure) in
      try connection.all(
        """
        SELECT flag, count(DISTINCT subject) FROM experiment_events
        WHERE flag IS NOT NULL GROUP BY flag ORDER BY flag
        """
      ) { row in ExposedFlag(flag: row.text(0), subjects: Int(row.integer(1))) }
    }
  }

  package func conversionNames() throws(StoreFailure) -> [String] {
    try database.read { (connection) throws(StoreFailure) in
      try connection.all(
        "SELECT DISTINCT name FROM experiment_events WHERE name IS NOT NULL ORDER BY name"
      ) { row in row.text(0) }
    }
  }
}

extension SQLiteRow {
  /// The columns of an event; `nil` for a kind that a newer program has written.
  fileprivate var experimentEvent: ExperimentEventRecord? {
    guard let kind = ExperimentEventRecord.Kind(rawValue: text(3)) else { return nil }
    return ExperimentEventRecord(
      id: text(0), subject: text(1), milliseconds: integer(2), kind: kind, flag: optionalText(4),
      variant: optionalText(5), origin: optionalText(6), name: optionalText(7))
  }
}
