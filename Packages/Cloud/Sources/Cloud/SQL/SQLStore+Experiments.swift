package import Core

extension SQLStore: ExperimentStore {
  package func addExperimentEvents(
    _ events: [ExperimentEventRecord]
  ) throws(StoreFailure) {
    // In one order for every caller, so that no two wait for each other.
    let events = events.sorted { $0.id < $1.id }
    try database.write { (connection, _) throws(StoreFailure) in
      for event in events {
        try connection.run(
          Statements.add, SQLArguments(ExperimentEventColumn.self, value: event.value))
      }
    }
  }

  package func experimentEvents(
    flag: String, conversion: String
  ) throws(StoreFailure) -> [ExperimentEventRecord] {
    try database.read { (connection) throws(StoreFailure) in
      try connection.all(
        Statements.events, ["flag": .text(flag), "conversion": .text(conversion)]
      ) { row in ExperimentEventRecord(row.columns(ExperimentEventColumn.self)) }
      .compactMap { $0 }
    }
  }

  package func exposedFlags() throws(StoreFailure) -> [ExposedFlag] {
    try database.read { (connection) throws(StoreFailure) in
      try connection.all(Statements.exposedFlags) { row in
        let row = row.columns(ExposedFlagColumn.self)
        return ExposedFlag(flag: row.text(.flag), subjects: row.number(.subjects))
      }
    }
  }

  package func conversionNames() throws(StoreFailure) -> [String] {
    try database.read { (connection) throws(StoreFailure) in
      try connection.all(Statements.conversionNames) { row in row.text(0) }
    }
  }
}

private enum Statements {
  static let add = SQLStatement.insert(
    into: ExperimentEventColumn.self, onConflict: "ON CONFLICT DO NOTHING")
  static let events = SQLStatement(
    """
    SELECT \(ExperimentEventColumn.list) FROM experiment_events
    WHERE flag = :flag OR name = :conversion
    """)
  static let exposedFlags = SQLStatement(
    """
    SELECT flag, count(DISTINCT subject) FROM experiment_events
    WHERE flag IS NOT NULL GROUP BY flag ORDER BY flag
    """)
  static let conversionNames = SQLStatement(
    "SELECT DISTINCT name FROM experiment_events WHERE name IS NOT NULL ORDER BY name")
}

private enum ExposedFlagColumn: Int32, SQLColumn {
  case flag, subjects

  static let table = "experiment_events"
}

private enum ExperimentEventColumn: Int32, SQLColumn {
  case id, subject, at, kind, flag, variant, origin, name

  static let table = "experiment_events"
}

extension ExperimentEventRecord {
  /// Reads an event; `nil` for a kind that a newer program has written.
  fileprivate init?(_ row: SQLColumns<ExperimentEventColumn>) {
    guard let kind = Kind(rawValue: row.text(.kind)) else { return nil }
    self.init(
      id: row.text(.id), subject: row.text(.subject), milliseconds: row.integer(.at), kind: kind,
      flag: row.optionalText(.flag), variant: row.optionalText(.variant),
      origin: row.optionalText(.origin), name: row.optionalText(.name))
  }

  fileprivate func value(of column: ExperimentEventColumn) -> SQLValue {
    switch column {
    case .id: .text(id)
    case .subject: .text(subject)
    case .at: .integer(milliseconds)
    case .kind: .text(kind.rawValue)
    case .flag: .optional(flag)
    case .variant: .optional(variant)
    case .origin: .optional(origin)
    case .name: .optional(name)
    }
  }
}
