import CloudDomain
@testable import Cloud
@testable import CloudPostgreSQL
@testable import CloudStore

/// A PostgreSQL database that calls a function after the steps of a transaction, which hold their locks
/// then; each call of it has a connection of its own.
final class SteppedDatabase: SQLDatabase {
  private let url: String
  private let settings: String
  private let step: @Sendable (_ sql: String) -> Void

  /// - Parameters:
  ///   - url: The address of a migrated database.
  ///   - settings: What each connection begins with; by default nothing waits for a lock.
  ///   - step: Called after each statement that is not run together with others.
  init(
    url: String, settings: String = "SET lock_timeout = '1ms'",
    step: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.url, self.settings, self.step) = (url, settings, step)
  }

  var dialect: any SQLDialect { PostgreSQLDialect() }
  var changeRelay: (any ChangeRelay)? { nil }
  var connectionUse: ConnectionUse { ConnectionUse(limit: 1, open: 0, busy: 0) }

  func schemaVersion() -> Int { Migration.all.count }
  func eraseDeleted() {}

  func read<Value: Sendable>(
    _ body: @Sendable (any SQLConnection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try body(try connect())
  }

  func write<Value: Sendable>(
    _ body: @Sendable (any SQLConnection, _ mayHaveHappened: Bool) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let connection = try connect()
    return try connection.transaction { () throws(StoreError) in
      try body(SteppedConnection(connection, step), false)
    }
  }

  private func connect() throws(StoreError) -> PostgreSQLConnection {
    let connection: PostgreSQLConnection
    do throws(PostgreSQLError) {
      connection = try PostgreSQLConnection(url: url)
    } catch {
      throw error.storeFailure
    }
    try connection.execute(settings)
    return connection
  }
}

final class SteppedConnection: SQLConnection {
  private let connection: PostgreSQLConnection
  private let step: (String) -> Void

  init(_ connection: PostgreSQLConnection, _ step: @escaping (String) -> Void) {
    (self.connection, self.step) = (connection, step)
  }

  var dialect: any SQLDialect { connection.dialect }

  func execute(_ sql: String) throws(StoreError) { try connection.execute(sql) }

  func enqueue(_ statement: SQLStatement, _ arguments: SQLArguments) throws(StoreError) {
    try connection.enqueue(statement, arguments)
  }

  func run(
    _ statement: SQLStatement, _ arguments: SQLArguments,
    forEachRow read: (any SQLRow) throws(StoreError) -> Bool
  ) throws(StoreError) -> Int {
    let count = try connection.run(statement, arguments, forEachRow: read)
    step(statement.rendered(for: dialect).sql)
    return count
  }

  func runAll(
    _ calls: [SQLCall], forEachRow read: (Int, any SQLRow) throws(StoreError) -> Void
  ) throws(StoreError) {
    try connection.runAll(calls, forEachRow: read)
  }
}
