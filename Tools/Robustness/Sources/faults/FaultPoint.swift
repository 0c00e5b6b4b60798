/// One call of one scenario that fails.
struct FaultPoint: Sendable, CustomStringConvertible {
  /// What fails.
  enum Kind: String, CaseIterable, Sendable {
    case allocation, open, read, write, sync, rename, socket

    /// The number of the error, as the system would give it.
    var error: Int32 {
      switch self {
      case .allocation: 12  // ENOMEM
      case .open, .socket: 24  // EMFILE
      case .write, .rename: 28  // ENOSPC
      case .read, .sync: 5  // EIO
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
