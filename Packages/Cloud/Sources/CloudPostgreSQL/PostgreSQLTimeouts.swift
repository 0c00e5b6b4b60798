/// How long the server and the network may take.
///
/// The server ends a statement before its client gives up, so a client that gives up knows that
/// the server or the network is silent. Two attempts with a new connection between them end within
/// 25 seconds, which is less than a stopping server waits for its requests.
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

  /// The settings of the server. A program that is frozen in a transaction loses its locks.
  static let settings = """
    SET statement_timeout = '8s'; SET lock_timeout = '6s';
    SET idle_in_transaction_session_timeout = '10s'
    """
}
