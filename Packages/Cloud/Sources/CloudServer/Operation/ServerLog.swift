public import FoundationEssentials

/// Where a server writes what happened.
public protocol ServerLog: Sendable {
  /// How many entries were dropped because the log's reader was too slow.
  var droppedCount: Int { get }
  /// Accepts one entry; must not wait for the log's reader.
  func write(_ entry: ServerLogEntry)
  /// Waits until every accepted entry is written, at most for a number of milliseconds.
  func flush(milliseconds: Int)
}

extension ServerLog {
  public var droppedCount: Int { 0 }
  public func flush(milliseconds: Int) {}
}

/// A log entry; never contains a token, a password, an e-mail or a request's content.
public struct ServerLogEntry: Equatable, Sendable {
  /// How much it matters.
  public enum Level: String, Sendable { case info, error }

  let time: Date
  let level: Level
  public let message: String
  /// Also sent to the client as `X-Request-Id`.
  var requestID: String?
  /// The client's address, to trace attacks.
  var client: String?
  var method: String?
  /// The endpoint's name.
  var endpoint: String?
  var status: Int?
  /// How long the request took.
  var milliseconds: Double?
  /// The cause of a server error, for the log.
  public var cause: String?
  /// How many entries are missing before this one.
  var dropped: Int?

  /// Creates an entry; the data of a request are added afterwards.
  public init(time: Date, level: Level, message: String) {
    self.time = time
    self.level = level
    self.message = message
  }
}
