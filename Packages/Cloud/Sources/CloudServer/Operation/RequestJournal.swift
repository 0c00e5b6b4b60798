import Core
import FoundationEssentials
import Synchronization

/// Names requests and writes their entries of the log.
final class RequestJournal: Sendable {
  private let log: any ServerLog
  private let clock: any WallClock
  /// Tells the names of this process from those of others.
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
      offered.utf8.allSatisfy(Self.mayStandInName)
    else {
      let number = count.add(1, ordering: .relaxed).newValue
      return "\(prefix)-\(String(number, radix: 16))"
    }
    return offered
  }

  func answered(_ facts: HTTPExchange.Facts, status: Int, seconds: Double) {
    let level = facts.cause == nil ? ServerLogEntry.Level.info : .error
    var entry = ServerLogEntry(time: clock.now, level: level, message: "request")
    entry.requestID = facts.requestID
    // Anything may stand for a method; a name of more than a few letters is an attack on the log.
    entry.method = String(facts.method.prefix(16))
    entry.endpoint = facts.endpoint
    entry.status = status
    entry.milliseconds = seconds * 1000
    entry.cause = facts.cause
    log.write(entry)
  }

  /// Gives the log a moment to write what it has accepted.
  func flush() { log.flush(milliseconds: 1000) }

  func note(_ message: String) {
    log.write(ServerLogEntry(time: clock.now, level: .info, message: message))
  }

  private static func mayStandInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
