package import CloudStore
import CSQLite

extension SQLiteConnection {
  /// Returns how many steps of SQLite's virtual machine its statements have taken since the last call,
  /// which grows with the rows that they visit. Source: SQLite, "Status Parameters for prepared
  /// statements", `SQLITE_STMTSTATUS_VM_STEP`.
  package func takeSteps() -> Int {
    var (steps, statement) = (0, sqlite3_next_stmt(handle, nil))
    while let current = statement {
      steps += Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_VM_STEP, 1))
      statement = sqlite3_next_stmt(handle, current)
    }
    return steps
  }
}
