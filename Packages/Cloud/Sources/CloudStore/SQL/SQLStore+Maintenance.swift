import CloudDomain
import Core
package import FoundationEssentials

extension SQLStore {
  /// Stores the time of a task.
  ///
  /// This writes to the disk, so it fails where riders' requests would: on a full disk, in a file
  /// that is damaged or was removed, on a server that takes no writes.
  package func record(_ task: MaintenanceTask, at time: Date) throws(StoreError) {
    try run(Statements.record, ["task": task.rawValue, "time": time])
  }

  /// Writes as ``record(_:at:)`` does, and undoes it.
  package func rehearse(at time: Date) throws(StoreError) {
    let arguments: SQLArguments = ["task": MaintenanceTask.readinessCheck.rawValue, "time": time]
    try (database as? any ServedDatabase)?.rehearse { (connection) throws(StoreError) in
      try connection.run(Statements.record, arguments)
    }
  }

  /// Reads an account, a session, a ride and a place through their indexes, from the disk: some tens
  /// of pages, however many there are, and others with each number.
  package func readSample(_ number: UInt8) throws(StoreError) {
    let letter = String(UnicodeScalar(UInt8(ascii: "a") + number % 26))
    let arguments: SQLArguments = [
      "text": letter, "rider": String(number % 16, radix: 16), "bytes": [number],
    ]
    try database.read { (connection) throws(StoreError) in
      try connection.forgetPages()
      for statement in Statements.samples { try connection.run(statement, arguments) }
      // Few names match, so that the search costs little.
      if let query = PlaceQuery(text: "\(letter)qz", near: nil, limit: 1, ranking: .match) {
        _ = try connection.dialect.places(matching: query, on: connection)
      }
    }
  }

  /// Returns the last time of a task; `nil` for never.
  package func time(of task: MaintenanceTask) throws(StoreError) -> Date? {
    try first(Statements.time, ["task": task.rawValue]) { row in
      Date(milliseconds: row.integer(0))
    }
  }
}

private enum Statements {
  static let record: SQLStatement = """
    INSERT INTO maintenance (task, done_at) VALUES (:task, :time)
    ON CONFLICT (task) DO UPDATE SET done_at = excluded.done_at
    """
  static let samples = [
    SQLStatement("SELECT * FROM accounts WHERE email >= :text ORDER BY email LIMIT 1"),
    SQLStatement("SELECT * FROM sessions WHERE token_hash >= :bytes ORDER BY token_hash LIMIT 1"),
    SQLStatement("SELECT * FROM rides WHERE rider >= :rider ORDER BY rider LIMIT 1"),
    SQLStatement("SELECT * FROM places WHERE folded >= :text ORDER BY folded LIMIT 1"),
  ]
  static let time: SQLStatement = "SELECT done_at FROM maintenance WHERE task = :task"
}

/// A maintenance task of a database.
package enum MaintenanceTask: String, CaseIterable, Sendable {
  /// A backup was written.
  case backup
  /// A server has checked that it can write.
  case readinessCheck = "readiness-check"
}
