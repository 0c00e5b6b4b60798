import Cloud
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
      || ["40001", "40P01", Self.foreignKeyViolation, Self.uniqueViolation].contains(state)
  }

  private static let foreignKeyViolation = "23503"
  private static let uniqueViolation = "23505"

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
    return isWorthRepeating || isTemporary
      ? .unavailable(reason: reason) : .broken(reason: reason)
  }
}
