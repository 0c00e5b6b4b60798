import CSQLiteForMono

/// Reads when each command of SwiftPM's build system ran, from the SQLite file that it keeps.
enum BuildDatabase {
  struct Command: Equatable {
    let key: String
    /// When it began and ended, in seconds on the clock of its build.
    let start: Double
    let end: Double
    /// The number of the build that ran it.
    let build: Int
  }

  /// The commands with their last times, in no particular order; none when the file is no such
  /// database or cannot be read.
  static func commands(at path: String) -> [Command] {
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
      return []
    }
    // Another build may be writing.
    sqlite3_busy_timeout(connection, 1000)
    let query = """
      SELECT key_names.key, start, "end", computed_at
      FROM rule_results JOIN key_names ON key_names.id = rule_results.key_id
      """
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(connection, query, -1, &statement, nil) == SQLITE_OK else { return [] }
    var commands: [Command] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      guard let key = sqlite3_column_text(statement, 0) else { continue }
      commands.append(
        Command(
          key: String(cString: key), start: sqlite3_column_double(statement, 1),
          end: sqlite3_column_double(statement, 2),
          build: Int(sqlite3_column_int64(statement, 3))))
    }
    return commands
  }
}
