package import FoundationEssentials

extension SQLStore: MaintenanceStore {
  package func record(_ task: MaintenanceTask, at time: Date) throws(StoreError) {
    try database.write { (connection, _) throws(StoreError) in
      _ = try connection.run(
        Statements.record, ["task": .text(task.rawValue), "time": .time(time)])
    }
  }

  package func time(of task: MaintenanceTask) throws(StoreError) -> Date? {
    try database.read { (connection) throws(StoreError) in
      try connection.first(Statements.time, ["task": .text(task.rawValue)]) { row in
        Date(milliseconds: row.integer(0))
      }
    }
  }
}

private enum Statements {
  static let record = SQLStatement(
    """
    INSERT INTO maintenance (task, done_at) VALUES (:task, :time)
    ON CONFLICT (task) DO UPDATE SET done_at = excluded.done_at
    """)
  static let time = SQLStatement("SELECT done_at FROM maintenance WHERE task = :task")
}
