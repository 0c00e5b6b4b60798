import Glibc

/// One call of one scenario that fails.
struct FaultPoint: Sendable, CustomStringConvertible {
  /// What fails; the shim counts in the same order.
  enum Kind: String, CaseIterable, Sendable {
    /// The allocations of a library.
    case sqlite, sodium, gnutls, postgresql, curl
    /// Calls on regular files.
    case open, read, write, sync, rename
    /// Calls on the network.
    case socket, connect, receive, send, poll

    /// Whether allocations fail; programs make thousands of them.
    var isAllocation: Bool { error == ENOMEM && self != .poll }

    /// The number of the error, as the system would give it.
    var error: Int32 {
      switch self {
      case .sqlite, .sodium, .gnutls, .postgresql, .curl, .poll: ENOMEM
      case .open, .socket: EMFILE
      case .write, .rename: ENOSPC
      case .read, .sync: EIO
      case .connect: ECONNREFUSED
      case .receive: ECONNRESET
      case .send: EPIPE
      }
    }

    /// Whether a failure may last: memory and disks stay full, descriptors stay used up and servers
    /// stay away; a bad block is met once.
    var canLast: Bool { isAllocation || [.open, .write, .connect].contains(self) }
  }

  let scenario: Scenario
  let kind: Kind
  /// Which call fails, from 1; 0 for none, to count them.
  let number: Int
  /// Whether every later call fails too.
  let isLasting: Bool

  var isFaulty: Bool { number > 0 }

  var description: String {
    "\(scenario.name): \(kind.rawValue) \(number)\(isLasting ? " and later" : "")"
  }

  /// How to try this point again.
  var command: String {
    "Tools/faults --only \(scenario.name) --kind \(kind.rawValue) --at \(number)"
      + (isLasting ? " --onwards 1" : "")
  }

  /// What the shim is told.
  func variables(shim: String, counters: String) -> [String: String] {
    [
      "LD_PRELOAD": shim, "FAULTS_KIND": kind.rawValue, "FAULTS_AT": "\(number)",
      "FAULTS_ONWARDS": isLasting ? "1" : "0", "FAULTS_ERRNO": "\(kind.error)",
      "FAULTS_COUNTERS": counters,
    ]
  }
}
