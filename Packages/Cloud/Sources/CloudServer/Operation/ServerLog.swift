import Cloud
import Core
public import FoundationEssentials
import Synchronization

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
  var cause: String?
  /// How many entries are missing before this one.
  var dropped: Int?

  /// Creates an entry; the data of a request are added afterwards.
  public init(time: Date, level: Level, message: String, cause: String? = nil) {
    (self.time, self.level, self.message, self.cause) = (time, level, message, cause)
  }
}

/// Names requests and writes one log entry for each.
final class AccessLog: Sendable {
  private let log: any ServerLog
  private let clock: any WallClock
  /// Distinguishes the names of this process from those of others.
  private let prefix: String
  private let count = Atomic<UInt64>(0)

  init(log: any ServerLog, clock: any WallClock, randomBytes: any RandomBytes) {
    self.log = log
    self.clock = clock
    prefix = String(randomBytes.makeIdentifier().prefix(12))
  }

  /// Returns the name that a client or proxy gave to its request, if it is one, or a new name.
  func requestID(offered: String?) -> String {
    guard let offered, (1...64).contains(offered.utf8.count),
      offered.utf8.allSatisfy({ $0.isLetterOrDigit || "-_.".utf8.contains($0) })
    else {
      let number = count.add(1, ordering: .relaxed).newValue
      return "\(prefix)-\(String(number, radix: 16))"
    }
    return offered
  }

  func answered(_ request: RequestLifecycle, status: Int, seconds: Double) {
    let level = request.cause == nil ? ServerLogEntry.Level.info : .error
    var entry = ServerLogEntry(
      time: clock.now, level: level, message: "request", cause: request.cause)
    entry.requestID = request.requestID
    entry.client = request.client.description
    entry.method = request.method.isEmpty ? nil : request.method
    entry.endpoint = request.endpoint
    entry.status = status
    entry.milliseconds = seconds * 1000
    log.write(entry)
  }

  /// Gives the log a moment to write what it has accepted.
  func flush() { log.flush(milliseconds: 1000) }

  func note(_ message: String, level: ServerLogEntry.Level = .info) {
    log.write(ServerLogEntry(time: clock.now, level: level, message: message))
  }
}

/// The data of one request for the metrics and the access log.
struct RequestLifecycle: Sendable {
  let requestID: String
  let client: IPAddress
  let method: String
  var endpoint = "none"
  var cause: String?
  let began = ContinuousClock.now

  /// How long the request has taken so far, in seconds.
  var seconds: Double {
    let passed = (ContinuousClock.now - began).components
    return Double(passed.seconds) + Double(passed.attoseconds) / 1e18
  }
}
