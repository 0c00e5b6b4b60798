import CPostgreSQL

extension PostgreSQLConnection {
  /// Sends rows of text to a COPY … FROM STDIN; the source gives one row after the other, each
  /// with its line break, and `nil` after the last one.
  ///
  /// When the source fails the COPY is ended with an error, so the transaction can only be undone.
  func copy<Failure: Error>(
    _ sql: String, rows nextRow: () throws(Failure) -> String?,
    orThrow wrap: (PostgreSQLFailure) -> Failure
  ) throws(Failure) {
    try wrapping(wrap) { () throws(PostgreSQLFailure) in try execute(sql) }
    do throws(Failure) {
      while let row = try nextRow() {
        try wrapping(wrap) { () throws(PostgreSQLFailure) in try put(row) }
      }
    } catch {
      // The error that matters is the one that is thrown; the server's answer says the same.
      _ = PQputCopyEnd(handle, "the source of the rows failed")
      drain()
      throw error
    }
    try wrapping(wrap) { () throws(PostgreSQLFailure) in try endCopy() }
  }

  private func put(_ row: String) throws(PostgreSQLFailure) {
    var row = row
    let code = row.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        PQputCopyData(handle, $0.baseAddress, Int32($0.count))
      }
    }
    guard code == 1 else { throw failure(state: nil, message: nil) }
  }

  private func endCopy() throws(PostgreSQLFailure) {
    guard PQputCopyEnd(handle, nil) == 1 else { throw failure(state: nil, message: nil) }
    defer { drain() }
    _ = try check(PQgetResult(handle))
  }

  private func drain() {
    while let rest = PQgetResult(handle) { PQclear(rest) }
  }

  private func wrapping<Failure: Error>(
    _ wrap: (PostgreSQLFailure) -> Failure, _ body: () throws(PostgreSQLFailure) -> Void
  ) throws(Failure) {
    do throws(PostgreSQLFailure) {
      try body()
    } catch {
      throw wrap(error)
    }
  }
}
