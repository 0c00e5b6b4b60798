import Glibc

/// One call of one scenario that fails.
struct FaultPoint: Sendable, CustomStringConvertible {
  /// What fails.
  enum Kind: String, CaseIterable, Sendable {
    case sqlite, sodium, gnutls, open, read, write, sync, rename, socket

    /// The library whose allocations fail.
    var library: String? {
      switch self {
      case .sqlite: "libsqlite3"
      case .sodium: "libsodium"
      case .gnutls: "libgnutls"
      default: nil
      }
    }

    /// The number of the error, as the system would give it.
    var error: Int32 {
      switch self {
      case .sqlite, .sodium, .gnutls: ENOMEM
      case .open, .socket: EMFILE
      case .write, .rename: ENOSPC
      case .read, .sync: EIO
      }
    }
  }

  let scenario: Scenario
  let kind: Kind
  /// Which call fails, from 1.
  let number: Int
  /// Whether every later call fails too.
  let isLasting: Bool

  var description: String {
    "\(scenario.name): \(kind.rawValue) \(number)\(isLasting ? " and later" : "")"
  }

  /// How to try this point again.
  var command: String {
    "Tools/faults --only \(scenario.name) --kind \(kind.rawValue) --at \(number)"
      + (isLasting ? " --onwards 1" : "")
  }
}
