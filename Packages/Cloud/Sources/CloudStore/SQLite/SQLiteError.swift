import Basics
import Core
import CSQLite
import Glibc

/// A failed call of SQLite: its extended result code, its words, and the system's error number.
struct SQLiteError {
  let code: Int32
  let message: String
  let errorNumber: Int32

  init(code: Int32, handle: OpaquePointer) {
    self.code = code
    // Not every call that fails leaves its words with the connection.
    let isLast = sqlite3_errcode(handle) & 0xFF == code & 0xFF
    message = String(cString: isLast ? sqlite3_errmsg(handle) : sqlite3_errstr(code))
    errorNumber = sqlite3_system_errno(handle)
  }

  /// The failure as what it means for the file. Source: SQLite, "Result and Error Codes".
  func fileFailure(path: String) -> FileError {
    FileError(kind, path: path, reason: reason, remedy: remedy)
  }

  private var kind: FileError.Kind {
    switch code & 0xFF {
    case SQLITE_FULL: .full
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .notPermitted
    case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_IOERR, SQLITE_CANTOPEN: FileError(errorNumber: errorNumber, path: "").kind
    default: .other
    }
  }

  private var reason: String {
    let cause = errorNumber == 0 ? "" : ": " + String(cString: strerror(errorNumber))
    return "the cloud's database failed (\(message)\(cause), SQLite code \(code))"
  }

  private var remedy: String {
    guard kind == .corrupt else { return "" }
    return "Restore a backup with 'koober-cloud restore FILE --force', or move the file and those "
      + "beside it that end in -wal and -shm away; a new one is made. "
      + "'sqlite3 FILE .recover' may save what the old one holds."
  }
}

extension StoreError {
  /// The file of an open database is not at its path any more.
  static func removed(_ path: String) -> StoreError {
    .file(
      .missing, path: path, "the cloud's database was removed or replaced",
      remedy: "Put the file back, or restore a backup, and start the server again.")
  }
}
