import Cloud
import Glibc
import Synchronization

/// The connections to one PostgreSQL database.
final class PostgreSQLPool: Sendable {
  private final class Slot: Sendable {
    let connection = Mutex<PostgreSQLConnection?>(nil)
  }

  /// How often work is tried in all before its failure is reported.
  private static let attempts = 4

  let url: String
  private let slots: [Slot]
  private let isMigrated = Mutex(false)

  /// Names a database; nothing is opened before it is used.
  init(url: String, connections: Int) {
    self.url = url
    slots = (0..<max(1, connections)).map { _ in Slot() }
  }

  /// Lends a connection for one statement that only reads.
  func read<Value: Sendable>(
    _ body: @Sendable (PostgreSQLConnection) throws(PostgreSQLFailure) -> Value
  ) throws(StoreFailure) -> Value {
    try repeating { (_) throws(PostgreSQLFailure) in
      try lend { (connection) throws(PostgreSQLFailure) in try body(connection) }
    }
  }

  /// Lends a connection for steps that happen all or not at all.
  ///
  /// The steps are done again from the beginning when the server gave up one of two transactions
  /// that were in each other's way, or when the connection was lost. In the second case nobody
  /// knows whether the commit has happened, so the body is told that it may meet its own work.
  func transaction<Value: Sendable>(
    _ body:
      @Sendable (PostgreSQLConnection, _ mayHaveHappened: Bool) throws(PostgreSQLFailure) -> Value
  ) throws(StoreFailure) -> Value {
    try repeating { (mayHaveHappened) throws(PostgreSQLFailure) in
      try lend { (connection) throws(PostgreSQLFailure) in
        try connection.transaction { () throws(PostgreSQLFailure) in
          try body(connection, mayHaveHappened)
        }
      }
    }
  }

  /// How many connections there may be, are open, and are lent.
  var connectionUse: ConnectionUse {
    let states = slots.map { slot in slot.connection.withLockIfAvailable { $0 != nil } }
    return ConnectionUse(
      limit: slots.count, open: states.count { $0 != false }, busy: states.count { $0 == nil })
  }

  private func repeating<Value>(
    _ work: (_ mayHaveHappened: Bool) throws(PostgreSQLFailure) -> Value
  ) throws(StoreFailure) -> Value {
    var mayHaveHappened = false
    for attempt in 1...Self.attempts {
      do throws(PostgreSQLFailure) {
        return try work(mayHaveHappened)
      } catch {
        guard error.isWorthRepeating, attempt < Self.attempts else { throw error.storeFailure }
        mayHaveHappened = mayHaveHappened || error.isConnectionLost
        // 0 to 10, 20, 40 ms: those who were in each other's way come back at different times.
        usleep(UInt32.random(in: 0...(5000 << UInt32(attempt))))
      }
    }
    throw .unavailable(reason: "PostgreSQL did not answer")
  }

  /// Lends a connection; one that was lost is not lent again.
  private func lend<Value: Sendable>(
    _ body: @Sendable (PostgreSQLConnection) throws(PostgreSQLFailure) -> Value
  ) throws(PostgreSQLFailure) -> Value {
    for slot in slots {
      let result = slot.connection.withLockIfAvailable { connection in
        use(&connection, for: body)
      }
      if let result { return try result.get() }
    }
    return try slots[Int.random(in: slots.indices)].connection.withLock { connection in
      use(&connection, for: body)
    }.get()
  }

  private func use<Value: Sendable>(
    _ connection: inout PostgreSQLConnection?,
    for body: @Sendable (PostgreSQLConnection) throws(PostgreSQLFailure) -> Value
  ) -> Result<Value, PostgreSQLFailure> {
    do throws(PostgreSQLFailure) {
      let lent = if let connection { connection } else { try open() }
      connection = lent
      return .success(try body(lent))
    } catch {
      if error.isConnectionLost { connection = nil }
      return .failure(error)
    }
  }

  /// Opens a connection that is not one of the pool, to the newest schema.
  func open() throws(PostgreSQLFailure) -> PostgreSQLConnection {
    let connection = try PostgreSQLConnection(url: url)
    try isMigrated.withLock { (isMigrated) throws(PostgreSQLFailure) in
      guard !isMigrated else { return }
      try PostgreSQLSchema.migrate(connection)
      isMigrated = true
    }
    return connection
  }
}

extension PostgreSQLConnection {
  /// Runs the steps as one transaction.
  func transaction<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value, orThrow wrap: (PostgreSQLFailure) -> Failure
  ) throws(Failure) -> Value {
    do throws(PostgreSQLFailure) { try run("BEGIN") } catch { throw wrap(error) }
    let value: Value
    do throws(Failure) {
      value = try body()
    } catch {
      rollBack()
      throw error
    }
    do throws(PostgreSQLFailure) { try run("COMMIT") } catch { throw wrap(error) }
    return value
  }

  func transaction<Value>(
    _ body: () throws(PostgreSQLFailure) -> Value
  ) throws(PostgreSQLFailure) -> Value {
    try transaction(body, orThrow: { $0 })
  }
}
