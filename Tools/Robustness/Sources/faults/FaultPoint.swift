import Glibc

/// One call of one scenario that fails, or one moment at which the program is killed.
struct FaultPoint: Sendable, CustomStringConvertible {
  /// The kinds of calls that fail; the shim counts in the same order.
  enum Kind: String, CaseIterable, Sendable, Decodable {
    /// The allocations of a library.
    case sqlite, sodium, gnutls, postgresql, curl
    /// Calls on regular files; `link` makes folders, too.
    case open, read, write, truncate, sync, rename, unlink, link, mode, close, lock, map
    case socket, connect, receive, send, poll
    /// Before and after each call that renames, unlinks, links, truncates or synchronizes.
    case kill

    /// Whether allocations fail; programs make thousands of them.
    var isAllocation: Bool { [.sqlite, .sodium, .gnutls, .postgresql, .curl].contains(self) }

    /// The number of the error, as the system would give it.
    var error: Int32 {
      switch self {
      case .sqlite, .sodium, .gnutls, .postgresql, .curl, .poll, .map: ENOMEM
      case .open, .socket: EMFILE
      case .write, .rename, .link: ENOSPC
      case .read, .sync, .truncate, .unlink, .close: EIO
      case .mode: EPERM
      case .lock: ENOLCK
      case .connect: ECONNREFUSED
      case .receive: ECONNRESET
      case .send: EPIPE
      case .kill: 0
      }
    }

    /// Whether a failure may last: memory and disks stay full, descriptors stay used up and servers
    /// stay away; a bad block is met once, and a lock is waited for.
    var canLast: Bool { isAllocation || [.open, .write, .unlink, .map, .connect].contains(self) }
  }

  let scenario: Scenario
  let kind: Kind
  /// Which call fails, from 1; 0 for none, to count them.
  let number: Int
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

  /// The variables that the shim reads; `linkedIn` says where the program's own libraries are.
  func variables(shim: String, run: Run, linkedIn: String) -> [String: String] {
    [
      "LD_PRELOAD": shim, "FAULTS_KIND": kind.rawValue, "FAULTS_AT": "\(number)",
      "FAULTS_ONWARDS": isLasting ? "1" : "0", "FAULTS_ERRNO": "\(kind.error)",
      "FAULTS_REPORT": run.report, "FAULTS_HOME": run.home, "FAULTS_LINKED_IN": linkedIn,
      "FAULTS_PROGRAM": scenario.step?.program ?? "koober-cloud",
    ]
  }
}
