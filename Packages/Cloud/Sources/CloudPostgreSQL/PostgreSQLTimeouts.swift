/// How long the server and the network may take.
///
/// The server ends a statement before its client gives up, so a client that gives up knows that
/// the server or the network is silent. Work for a request ends by its ``RequestDeadline``.
struct PostgreSQLTimeouts: Sendable {
  /// For a new connection.
  var connect = Duration.seconds(5)
  /// For one statement, on the client's side.
  var statement = Duration.seconds(10)
  /// For one statement of a migration, which may rewrite large tables.
  var migration = Duration.seconds(3600)
  static let standard = PostgreSQLTimeouts()

  /// The settings of libpq: a connection whose peer is silent on the network's level ends within 10
  /// seconds, also while it is idle. Source: PostgreSQL, "Parameter Key Words", section 34.1.2.
  static let network = [
    ("keepalives", "1"), ("keepalives_idle", "5"), ("keepalives_interval", "2"),
    ("keepalives_count", "3"), ("tcp_user_timeout", "10000"),
  ]
}

/// How long the server lets a statement run and wait for a lock, in milliseconds.
struct ServerTimeouts: Equatable {
  private(set) var statement = 8000
  private(set) var lock = 6000

  /// The standard, or less where a request has less time left: whole tenths of a second, of which the
  /// client keeps two for the way.
  init(within rest: Duration? = nil) {
    guard let rest else { return }
    let milliseconds = max(1, (Int(rest / .milliseconds(100)) - 2) * 100)
    (statement, lock) = (min(statement, milliseconds), min(lock, milliseconds))
  }

  /// The statements that set them. A program that is frozen in a transaction loses its locks.
  var setting: String {
    """
    SET statement_timeout = \(statement); SET lock_timeout = \(lock);
    SET idle_in_transaction_session_timeout = '10s'
    """
  }
}
