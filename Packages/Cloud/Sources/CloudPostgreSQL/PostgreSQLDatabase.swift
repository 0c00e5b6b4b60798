public import CloudStore
import Glibc
import Synchronization

/// The connections to one PostgreSQL database.
final class PostgreSQLDatabase: ServedDatabase {
  private let url: String
  private let timeouts: PostgreSQLTimeouts
  private let slots: ConnectionSlots<PostgreSQLConnection>
  private let isChecked = Mutex(false)
  private let isMigrated = Mutex(false)
  private let outage = Mutex(Outage())
  private let relay: PostgreSQLChangeRelay
  let deadlines = RequestDeadlines()

  /// Names a database; nothing is opened before it is used.
  init(url: String, connections: Int, timeouts: PostgreSQLTimeouts = .standard) {
    self.url = url
    self.timeouts = timeouts
    slots = ConnectionSlots(count: connections)
    relay = PostgreSQLChangeRelay(url: url, timeouts: timeouts)
  }

  var changeRelay: (any ChangeRelay)? { relay }
  var dialect: any SQLDialect { PostgreSQLDialect() }

  func read<Value: Sendable>(
    _ body: @Sendable (any SQLConnection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try repeating { (_) throws(PostgreSQLAttemptError) in
      try lend { (connection) throws(StoreError) in try body(connection) }
    }
  }

  func write<Value: Sendable>(
    _ body: @Sendable (any SQLConnection, _ mayHaveHappened: Bool) throws(StoreError) -> Value
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
    try PostgreSQLSchema.migrations(of: connectAlone()).count
  }

  func rehearse(
    _ body: @Sendable (any SQLConnection) throws(StoreError) -> Void
  ) throws(StoreError) {
    let connection = try connectAlone()
    // The transaction is undone with the end of its connection.
    try connection.execute("BEGIN READ WRITE")
    try PostgreSQLSchema.requirePrivileges(connection)
    let names = try PostgreSQLSchema.migrations(of: connection)
    if names.isEmpty { try connection.migrate(from: names) }
    try body(connection)
  }

  /// Opens a connection beside the others, to a database as it is.
  private func connectAlone() throws(StoreError) -> PostgreSQLConnection {
    do throws(PostgreSQLError) {
      return try connect(nil)
    } catch {
      throw error.storeFailure
    }
  }

  /// Opens a connection; before the first one is used, its server and what is before it are checked.
  private func connect(
    _ deadline: RequestDeadline?
  ) throws(PostgreSQLError) -> PostgreSQLConnection {
    let connection = try PostgreSQLConnection(url: url, timeouts: timeouts, deadline: deadline)
    try isChecked.withLock { (isChecked) throws(PostgreSQLError) in
      guard !isChecked else { return }
      guard try connection.query("SELECT pg_is_in_recovery()").booleans == [false] else {
        throw .standby
      }
      let brief = PostgreSQLTimeouts(connect: .seconds(2), statement: .seconds(2))
      var other: PostgreSQLConnection?
      do throws(PostgreSQLError) {
        other = try PostgreSQLConnection(url: url, timeouts: brief, deadline: deadline)
      } catch {
        // A server that has no more says so; a pooler lets the second one wait for the first.
        if error.isTimeout, deadline?.rest() != .zero { throw .singleConnection }
      }
      guard try connection.keepsSession(beside: other) else { throw .sharedSession }
      isChecked = true
    }
    return connection
  }

  /// Does nothing: the server's own autovacuum frees the room of deleted rows.
  func eraseDeleted() {}
  var connectionUse: ConnectionUse { slots.use }

  /// Performs an operation, and retries it after transient failures.
  private func repeating<Value>(
    _ work: (_ mayHaveHappened: Bool) throws(PostgreSQLAttemptError) -> Value
  ) throws(StoreError) -> Value {
    var mayHaveHappened = false
    var attempt: UInt32 = 1
    while true {
      do throws(PostgreSQLAttemptError) {
        return try work(mayHaveHappened)
      } catch {
        guard let cause = error.cause, cause.isWorthRepeating(after: attempt),
          deadlines.current?.rest() != .zero
        else {
          throw error.reported
        }
        mayHaveHappened = mayHaveHappened || cause.isConnectionLost
        // 0 to 10, 20, 40 ms: those who were in each other's way come back at different times.
        usleep(UInt32.random(in: 0...(5000 << attempt)))
        attempt += 1
      }
    }
  }

  /// Lends a connection, which is opened where there is none; a lost one is not lent again. Where the
  /// server opens no further one, waits for those that there are.
  private func lend<Value: Sendable>(
    _ body: @Sendable (PostgreSQLConnection) throws(StoreError) -> Value
  ) throws(PostgreSQLAttemptError) -> Value {
    let deadline = deadlines.current
    var refusal: PostgreSQLAttemptError?
    let value = try slots.lend(until: deadline) { (slot) throws(PostgreSQLAttemptError) -> Value? in
      if let known = slot, !outage.withLock({ $0.hasSpared(known) }) { slot = nil }
      do throws(PostgreSQLAttemptError) {
        let connection = if let slot { slot } else { try open(deadline) }
        slot = connection
        return try attempt(on: connection) { () throws(StoreError) in
          try connection.limit(to: deadline)
          return try body(connection)
        }
      } catch {
        // Without a connection it was opening one that failed.
        if slot == nil, error.cause?.isTooManyConnections == true {
          refusal = error
          return nil
        }
        // A request that had little time left says nothing about the server.
        if slot != nil, error.cause?.isTimeout == true, deadline?.rest() != .zero {
          outage.withLock { $0.lastSilence = .now }
        }
        if error.cause?.isConnectionLost == true { slot = nil }
        throw error
      }
    }
    guard let value else {
      throw refusal ?? PostgreSQLAttemptError(reported: .noConnection, cause: nil)
    }
    return value
  }

  /// Opens a connection to the newest schema.
  private func open(
    _ deadline: RequestDeadline?
  ) throws(PostgreSQLAttemptError) -> PostgreSQLConnection {
    guard !outage.withLock(\.isPausing) else {
      throw PostgreSQLAttemptError(
        reported: .unavailable(reason: "PostgreSQL does not answer"), cause: nil)
    }
    let connection: PostgreSQLConnection
    do throws(PostgreSQLError) {
      connection = try connect(deadline)
    } catch {
      if error.isTimeout, deadline?.rest() != .zero { outage.withLock { $0.beginPause() } }
      throw PostgreSQLAttemptError(reported: error.storeFailure, cause: error)
    }
    try attempt(on: connection) { () throws(StoreError) in
      try isMigrated.withLock { (isMigrated) throws(StoreError) in
        guard !isMigrated else { return }
        try PostgreSQLSchema.migrate(connection, timeouts: timeouts)
        isMigrated = true
      }
    }
    return connection
  }

  /// Adds to the error of a body the failure of its connection.
  private func attempt<Value>(
    on connection: PostgreSQLConnection, _ body: () throws(StoreError) -> Value
  ) throws(PostgreSQLAttemptError) -> Value {
    do throws(StoreError) {
      return try body()
    } catch {
      throw PostgreSQLAttemptError(reported: error, cause: connection.failure)
    }
  }
}

/// When the server or the network was silent.
private struct Outage {
  /// How long no connection is tried after an attempt got no response.
  private static let pause = Duration.seconds(1)
  var lastSilence: ContinuousClock.Instant?
  private var pauseEnd: ContinuousClock.Instant?

  /// Whether no connection is tried, so that callers who wait for one are answered soon.
  var isPausing: Bool { pauseEnd.map { ContinuousClock.now < $0 } ?? false }
  mutating func beginPause() { pauseEnd = .now + Self.pause }

  /// Whether a connection was opened after the last silence; an older one may lead nowhere.
  func hasSpared(_ connection: PostgreSQLConnection) -> Bool {
    lastSilence.map { $0 < connection.openedAt } ?? true
  }
}

/// A failed attempt, and the state of its connection.
private struct PostgreSQLAttemptError: Error {
  let reported: StoreError
  let cause: PostgreSQLError?
}

extension SQLStore {
  /// Names a PostgreSQL database, which any number of processes may share; a connection is opened
  /// with the first use.
  package static func postgreSQL(url: String, connections: Int) -> SQLStore {
    SQLStore(PostgreSQLDatabase(url: url, connections: connections))
  }
}

extension CloudDatabase {
  /// A PostgreSQL database; its tables are made, and brought up to date, with the first use.
  ///
  /// - Parameters:
  ///   - url: For example `postgresql://koober@localhost/koober`.
  ///   - connections: How many requests may use the database at once.
  public static func postgreSQL(url: String, connections: Int) -> CloudDatabase {
    CloudDatabase(store: SQLStore.postgreSQL(url: url, connections: connections))
  }
}
