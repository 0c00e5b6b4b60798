import Cloud
import CPostgreSQL
import Glibc

/// One connection to a PostgreSQL server; used by one thread at a time.
final class PostgreSQLConnection {
  let handle: OpaquePointer
  private var statements: [String: String] = [:]

  /// Connects.
  ///
  /// - Parameter url: A connection URI or key-value string. Source: PostgreSQL, "Connection
  ///   Strings", section 34.1.1.
  init(url: String) throws(PostgreSQLFailure) {
    // What comes before dbname are defaults, which the URL may override.
    let settings = [
      ("application_name", "koober-cloud"), ("connect_timeout", "5"), ("dbname", url),
      ("client_encoding", "UTF8"),
    ]
    let opened = Self.withCStrings(settings.map(\.0)) { keywords in
      Self.withCStrings(settings.map(\.1)) { values in
        PQconnectdbParams(keywords, values, 1)
      }
    }
    guard let opened else {
      throw PostgreSQLFailure(
        state: nil, message: "no memory for a connection", isConnectionLost: true)
    }
    guard PQstatus(opened) == CONNECTION_OK else {
      defer { PQfinish(opened) }
      throw PostgreSQLFailure(
        state: nil, message: String(cString: PQerrorMessage(opened)), isConnectionLost: true)
    }
    handle = opened
    // A commit is on the disk before it is reported, and nothing waits without end.
    try execute(
      """
      SET client_min_messages = warning; SET synchronous_commit = on;
      SET statement_timeout = '30s'; SET lock_timeout = '10s';
      SET idle_in_transaction_session_timeout = '60s'
      """)
  }

  deinit {
    PQfinish(handle)
  }

  /// Runs statements that give no rows and are used once.
  func execute(_ sql: String) throws(PostgreSQLFailure) {
    _ = try check(PQexec(handle, sql))
  }

  /// Runs a statement, which is prepared the first time.
  @discardableResult
  func run(
    _ sql: String, _ values: PostgreSQLValue...
  ) throws(PostgreSQLFailure) -> PostgreSQLResult {
    try runPrepared(sql, values)
  }

  /// Runs a statement with a plan for just these values.
  func runOnce(
    _ sql: String, _ values: [PostgreSQLValue]
  ) throws(PostgreSQLFailure) -> PostgreSQLResult {
    try check(
      Self.withCStrings(values.map(\.sent)) { texts in
        PQexecParams(handle, sql, Int32(values.count), nil, texts, nil, nil, 0)
      })
  }

  /// Runs a statement and reads its first row; returns `nil` without rows.
  func first<Value>(
    _ sql: String, _ values: PostgreSQLValue...,
    read: (PostgreSQLRow) throws(PostgreSQLFailure) -> Value
  ) throws(PostgreSQLFailure) -> Value? {
    let result = try runPrepared(sql, values)
    return result.rowCount == 0 ? nil : try read(result.row(0))
  }

  /// Runs a statement and reads its rows.
  func all<Value>(
    _ sql: String, _ values: PostgreSQLValue...,
    read: (PostgreSQLRow) throws(PostgreSQLFailure) -> Value
  ) throws(PostgreSQLFailure) -> [Value] {
    try runPrepared(sql, values).map(read)
  }

  /// Undoes the transaction; a connection on which that fails is lost, and the server undoes it.
  func rollBack() {
    PQclear(PQexec(handle, "ROLLBACK"))
  }

  private func runPrepared(
    _ sql: String, _ values: [PostgreSQLValue]
  ) throws(PostgreSQLFailure) -> PostgreSQLResult {
    let name = try prepare(sql)
    return try check(
      Self.withCStrings(values.map(\.sent)) { texts in
        PQexecPrepared(handle, name, Int32(values.count), texts, nil, nil, 0)
      })
  }

  private func prepare(_ sql: String) throws(PostgreSQLFailure) -> String {
    if let name = statements[sql] { return name }
    let name = "s\(statements.count)"
    _ = try check(PQprepare(handle, name, sql, 0, nil))
    statements[sql] = name
    return name
  }

  func check(_ handle: OpaquePointer?) throws(PostgreSQLFailure) -> PostgreSQLResult {
    guard let handle else { throw failure(state: nil, message: nil) }
    let result = PostgreSQLResult(handle: handle)
    switch result.status {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_COPY_IN: return result
    default: throw failure(state: result.state, message: result.message)
    }
  }

  func failure(state: String?, message: String?) -> PostgreSQLFailure {
    PostgreSQLFailure(
      state: state, message: message ?? String(cString: PQerrorMessage(handle)),
      isConnectionLost: PQstatus(handle) != CONNECTION_OK)
  }

  private static func withCStrings<Result>(
    _ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { $0.flatMap { strdup($0) } }
    defer { for copy in copies { free(copy) } }
    return body(copies.map { UnsafePointer($0) } + [nil])
  }
}
