import CloudStore
import CPostgreSQL

/// A failed call of PostgreSQL.
struct PostgreSQLError: Error, Equatable {
  /// The five characters of the SQLSTATE; absent when no answer came.
  let state: String?
  /// The message of the server or the library, in one line.
  let message: String
  /// Whether the connection cannot be used any more.
  let isConnectionLost: Bool
  /// Whether the server or the network was silent for too long.
  let isTimeout: Bool

  init(state: String?, message: String, isConnectionLost: Bool, isTimeout: Bool = false) {
    self.isTimeout = isTimeout
    self.state = state
    self.message = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    self.isConnectionLost = isConnectionLost
  }

  /// A connection that cannot be used any more.
  static func lost(_ message: String) -> PostgreSQLError {
    PostgreSQLError(state: nil, message: message, isConnectionLost: true)
  }

  /// The error for a row that no version of this program has written.
  static func unreadable(_ what: String) -> PostgreSQLError {
    PostgreSQLError(state: nil, message: "\(what) cannot be read", isConnectionLost: false)
  }

  /// How often work is tried in all before its failure is reported.
  private static let attempts = 4

  /// Whether work that has failed so often is done again; after a silence once, on a new connection.
  func isWorthRepeating(after attempts: UInt32) -> Bool {
    isWorthRepeating && attempts < Self.attempts && !(isTimeout && attempts > 1)
  }

  /// Whether the same work may succeed when it is done again from the beginning.
  ///
  /// Source: PostgreSQL, "Appendix A. PostgreSQL Error Codes": serialization_failure,
  /// deadlock_detected, foreign_key_violation: what the work has found was deleted before it wrote,
  /// unique_violation: what it has not found was added.
  private var isWorthRepeating: Bool {
    isConnectionLost
      || ["40001", "40P01", "57P03", Self.foreignKeyViolation, Self.uniqueViolation]
        .contains(state)
  }

  private static let foreignKeyViolation = "23503"
  private static let uniqueViolation = "23505"

  /// Whether the server has as many connections as it may have.
  var isTooManyConnections: Bool { state == "53300" }

  /// The failure as a caller of the store sees it.
  ///
  /// Class 08 is a connection exception, 53 insufficient resources, 57 an operator's intervention
  /// such as a shutdown; 55P03 is a lock that was not free in time, 57014 a statement that took too
  /// long.
  var storeFailure: StoreError {
    let reason = "PostgreSQL failed (\(message)\(state.map { ", SQLSTATE \($0)" } ?? ""))"
    if state == Self.foreignKeyViolation { return .ownerGone(reason: reason) }
    if state == Self.uniqueViolation { return .broken(reason: reason) }
    if state == "55P03" || state == "57014" { return .contended(reason: reason) }
    let isTemporary = ["08", "53", "57", "55"].contains(state?.prefix(2) ?? "")
    if let remedy {
      let mayPass = isTemporary || state == nil && isConnectionLost
      return .refused(reason: reason, remedy: remedy, mayPass: mayPass)
    }
    return isWorthRepeating || isTemporary
      ? .unavailable(reason: reason) : .broken(reason: reason)
  }

  /// What an operator does about the failure, where it is known.
  private var remedy: String? {
    if state == nil, !isConnectionLost, Self.isWrongSetting(message) {
      return "Correct the settings of the address: its host, port, sslmode and certificates."
    }
    return Self.remedies.first { remedy in
      remedy.states.contains(state) && remedy.phrase.map { message.contains($0) } != false
    }?.text
  }

  /// By SQLSTATE, `nil` for what libpq finds itself, and by a part of the message where one state has
  /// several causes. Source: PostgreSQL, "Appendix A. PostgreSQL Error Codes".
  private static let remedies: [(states: Set<String?>, phrase: String?, text: String)] = [
    (
      ["28000"], "pg_hba.conf",
      "Let the server's pg_hba.conf accept the user, the database and this host. Where it says 'no "
        + "encryption', it may do so with sslmode=require."
    ),
    (
      ["28000", "28P01"], nil,
      "Check the user and the password (PGPASSWORD, PGPASSFILE), the server's pg_hba.conf, and that the "
        + "user may log in."
    ),
    (["3D000"], nil, "Make the database with createdb, or correct its name in the address."),
    (["25006"], nil, primary), (["0A000"], "recovery", primary),
    ([nil], "session is read-only", primary), ([nil], "is in hot standby mode", primary),
    (
      ["0A000", "58P01", "42704"], "cube",
      "Install PostgreSQL's contrib modules, which have 'cube'."
    ),
    (["42501"], "for database", "Let the user connect: GRANT CONNECT ON DATABASE … TO …."),
    (
      ["42501", "3F000"], "schema",
      "Let the user use the schema: GRANT USAGE, CREATE ON SCHEMA public TO …."
    ),
    (
      ["42501"], nil,
      "Make the user of the address the owner of the database and its tables, or GRANT \(privileges) ON "
        + "ALL TABLES IN SCHEMA public TO …."
    ),
    (["26000", "42P05"], nil, session), (["08P01"], "query_wait_timeout", connections),
    (["08P01"], nil, "Look at the log of the pooler before PostgreSQL. \(session)"),
    (["53100"], nil, "Free room on the disk of the PostgreSQL server."),
    (["53300"], "for role", "Raise the user's limit: ALTER ROLE … CONNECTION LIMIT …."),
    (["53300"], "for database", "Raise the limit: ALTER DATABASE … CONNECTION LIMIT …."),
    (["53300"], nil, connections),
    (
      ["55000"], "accepting connections",
      "Open the database to users: ALTER DATABASE … ALLOW_CONNECTIONS true."
    ),
    (["57P01", "57P03"], nil, "The server starts or stops; try again in a moment."),
  ]

  /// Whether libpq has found a setting that never works. A name in the address says nothing.
  private static func isWrongSetting(_ message: String) -> Bool {
    message.hasPrefix("invalid ")
      || [" invalid ", "certificate", "does not support SSL", "SSL error"]
        .contains { message.contains($0) }
  }

  private static let primary = """
    The address leads to a standby or a read-only server. Name the primary, or all hosts with \
    target_session_attrs=read-write.
    """
  private static let session = """
    A pooler has to keep one server connection for each client: set it to session mode (PgBouncer: \
    pool_mode=session), or use the direct address of PostgreSQL.
    """

  private static let connections = """
    Raise max_connections, or start fewer servers or fewer --workers: each server takes a connection \
    for each worker and one more. A pooler has to give as many, at least 2 (PgBouncer: \
    default_pool_size).
    """

  /// What a user of the tables needs.
  static let privileges = "SELECT, INSERT, UPDATE, DELETE"

  /// The failure behind a pooler that lends one server connection at a time.
  static let singleConnection = PostgreSQLError(
    state: "53300", message: "it gives no second connection beside the first",
    isConnectionLost: false)

  /// The failure behind a pooler that lends a server connection for one transaction only.
  static let sharedSession = PostgreSQLError(
    state: "26000", message: "it does not keep a session, as a pooler in transaction mode does not",
    isConnectionLost: false)

  /// The failure of a server that takes no writes.
  static let standby = PostgreSQLError(
    state: "25006", message: "it is a standby, which takes no writes", isConnectionLost: false)
}

extension PostgreSQLError {
  /// Reads why a connection could not be opened: libpq has no other access to its SQLSTATE than its
  /// verbose messages, for example `FATAL:  28P01: password authentication failed`.
  init(connecting message: String, needsPassword: Bool) {
    let lines = message.split(separator: "\n").filter { !$0.hasPrefix("LOCATION:") }
    let text = lines.joined(separator: " ")
    let found = text.firstMatch(of: #/:  ([0-9A-Z]{5}): /#)
    let state = found.map { String($0.1) } ?? (needsPassword ? "28P01" : nil)
    self.init(
      state: state, message: found.map { text.replacing("\($0.1): ", with: "") } ?? text,
      isConnectionLost: state == nil && !Self.isWrongSetting(text))
  }
}
