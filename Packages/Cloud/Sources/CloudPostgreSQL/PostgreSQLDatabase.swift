import Cloud
import Glibc
import Synchronization

/// The connections to one PostgreSQL database.
final class PostgreSQLDatabase: SQLDatabase {
  /// How often work is tried in all before its failure is reported.
  private static let attempts = 4

  /// How long no connection is tried after one attempt got no response.
  private static let pause = Duration.seconds(1)

  private let url: String
  private let timeouts: PostgreSQLTimeouts
  private let slots: ConnectionSlots<PostgreSQLConnection>
  private let isMigrated = Mutex(false)
  /// When the server or the network was last found silent: connections from before may lead nowhere.
  private let silence = Mutex<ContinuousClock.Instant?>(nil)
  /// Until then no connection is tried, so that callers who wait for one are answered soon.
  private let pauseEnd = Mutex<ContinuousClock.Instant?>(nil)

  /// Names a database; nothing is opened before it is used.
  init(url: String, connections: Int, timeouts: PostgreSQLTimeouts = .standard) {
    self.url = url
    self.timeouts = timeouts
    slots = ConnectionSlots(count: connections)
  }

  var dialect: any SQLDialect { PostgreSQLDialect() }

  func read<Value: Sendable>(
    _ body: @Sendable (any SQLConnection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try repeating { (_) throws(PostgreSQLAttemptError) in
      try lend { (connection) throws(StoreError) in try body(connection) }
    }
  }

  func write<Value: Sendable>(
    _ body:
      @escaping @Sendable (any SQLConnection, _ mayHaveHappened: Bool) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try repeating { (mayHaveHappened) throws(PostgreSQLAttemptError) in
      try lend { (connection) throws(StoreError) in
        try connection.transaction { () throws(StoreError) in
          try body(connection, mayHaveHappened)
        }
      }
    }
  }

  func schemaVersion() throws(StoreError) -> Int {
    let connection: PostgreSQLConnection
    do throws(PostgreSQLError) {
      connection = try PostgreSQLConnection(url: url, timeouts: timeouts)
    } catch {
      throw error.storeFailure
    }
    return try PostgreSQLSchema.migrations(of: connection).count
  }

  func migrate() throws(StoreError) {
    // A connection is at the newest version once it is lent.
    try read { (_) throws(StoreError) in }
  }

  /// Does nothing: the server's own autovacuum frees the room of deleted rows.
  func eraseDeleted() {}

  var connectionUse: ConnectionUse { slots.use }

  private func repeating<Value>(
    _ work: (_ mayHaveHappened: Bool) throws(PostgreSQLAttemptError) -> Value
  ) throws(StoreError) -> Value {
    var mayHaveHappened = false
    for attempt in 1...Self.attempts {
      do throws(PostgreSQLAttemptError) {
        return try work(mayHaveHappened)
      } catch {
        // After a silence one more attempt is made, on a new connection.
        let isLast = attempt == Self.attempts || error.cause?.isTimeout == true && attempt > 1
        guard let cause = error.cause, cause.isWorthRepeating, !isLast else {
          throw error.reported
        }
        mayHaveHappened = mayHaveHappened || cause.isConnectionLost
        // 0 to 10, 20, 40 ms: those who were in each other's way come back at different times.
        usleep(UInt32.random(in: 0...(5000 << UInt32(attempt))))
      }
    }
    throw .unavailable(reason: "PostgreSQL did not answer")
  }

  /// Lends a connection; a lost one is not lent again.
  private func lend<Value: Sendable>(
    _ body: @Sendable (PostgreSQLConnection) throws(StoreError) -> Value
  ) throws(PostgreSQLAttemptError) -> Value {
    try slots.lend { connection in use(&connection, for: body) }
  }

  private func use<Value: Sendable>(
    _ connection: inout PostgreSQLConnection?,
    for body: @Sendable (PostgreSQLConnection) throws(StoreError) -> Value
  ) -> Result<Value, PostgreSQLAttemptError> {
    let lent: PostgreSQLConnection
    do throws(PostgreSQLAttemptError) {
      lent = if let connection, isTrusted(connection) { connection } else { try open() }
    } catch {
      connection = nil
      return .failure(error)
    }
    connection = lent
    do throws(StoreError) {
      return .success(try body(lent))
    } catch {
      if lent.failure?.isConnectionLost == true { connection = nil }
      if lent.failure?.isTimeout == true { silence.withLock { $0 = .now } }
      return .failure(PostgreSQLAttemptError(reported: error, cause: lent.failure))
    }
  }

  private func isTrusted(_ connection: PostgreSQLConnection) -> Bool {
    silence.withLock { $0.map { $0 < connection.openedAt } ?? true }
  }

  /// Opens a connection to the newest schema.
  private func open() throws(PostgreSQLAttemptError) -> PostgreSQLConnection {
    try requireNoPause()
    let connection: PostgreSQLConnection
    do throws(PostgreSQLError) {
      connection = try PostgreSQLConnection(url: url, timeouts: timeouts)
    } catch {
      if error.isTimeout { pauseEnd.withLock { $0 = .now + Self.pause } }
      throw PostgreSQLAttemptError(reported: error.storeFailure, cause: error)
    }
    do throws(StoreError) {
      try isMigrated.withLock { (isMigrated) throws(StoreError) in
        guard !isMigrated else { return }
        try PostgreSQLSchema.migrate(connection, timeouts: timeouts)
        isMigrated = true
      }
    } catch {
      throw PostgreSQLAttemptError(reported: error, cause: connection.failure)
    }
    return connection
  }

  private func requireNoPause() throws(PostgreSQLAttemptError) {
    guard let end = pauseEnd.withLock({ $0 }), ContinuousClock.now < end else { return }
    throw PostgreSQLAttemptError(
      reported: .unavailable(reason: "PostgreSQL does not answer"), cause: nil)
  }
}

/// A failed attempt, and the state of its connection.
private struct PostgreSQLAttemptError: Error {
  let reported: StoreError
  let cause: PostgreSQLError?
}
