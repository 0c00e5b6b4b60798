/// Why a command could not do its work; findings and failed tests are results, not errors.
struct MonoError: Error, Equatable, CustomStringConvertible {
  /// What it means for the exit status.
  enum Kind: Int32 {
    /// Nothing to compare with: an answer would say that nothing has to be tested.
    case base = 1
    /// The command line names something that does not exist or cannot be.
    case usage = 64
    /// The tool could not find out what was asked.
    case failure = 70
  }

  let kind: Kind
  let message: String
  /// The next step for the reader.
  let hint: String

  static func usage(_ message: String, hint: String) -> MonoError {
    MonoError(kind: .usage, message: message, hint: hint)
  }

  static func failure(_ message: String, hint: String) -> MonoError {
    MonoError(kind: .failure, message: message, hint: hint)
  }

  static func noBase(_ message: String, hint: String) -> MonoError {
    MonoError(kind: .base, message: message, hint: hint)
  }

  static func noChange(since name: String) -> MonoError {
    .noBase(
      "HEAD has nothing that is not in \(name), so there is no change to look at.",
      hint: "Give the commit that was tested last with --base REF, such as --base HEAD~1.")
  }

  var exitStatus: Int32 { kind.rawValue }
  var description: String { "\(message)\n  \(hint)" }
}
