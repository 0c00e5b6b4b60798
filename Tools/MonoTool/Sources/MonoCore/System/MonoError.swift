/// Why a command could not do its work; findings and failed tests are results, not errors.
package enum MonoError: Error, Equatable, CustomStringConvertible {
  /// The command line names something that does not exist or cannot be; exit status 64.
  case usage(String, hint: String)
  /// The tool could not find out what was asked; exit status 70.
  case failure(String, hint: String)
  /// There is no commit to compare with; exit status 1, because an answer without one would say that
  /// nothing has to be tested.
  case noBase(String, hint: String)
  /// A package's manifest cannot be evaluated; the other packages still can; exit status 70.
  case manifest(String, hint: String)

  static func noChange(since name: String) -> MonoError {
    .noBase(
      "HEAD has nothing that is not in \(name), so there is no change to look at.",
      hint: "Give the commit that was tested last with --base REF, such as --base HEAD~1.")
  }

  /// The exit status of a command that ends with this error.
  package var exitStatus: Int32 {
    switch self {
    case .usage: 64
    case .noBase: 1
    case .failure, .manifest: 70
    }
  }

  package var message: String { texts.message }
  /// The next step for the reader.
  package var hint: String { texts.hint }

  private var texts: (message: String, hint: String) {
    switch self {
    case .usage(let message, let hint), .failure(let message, let hint),
      .noBase(let message, let hint), .manifest(let message, let hint):
      (message, hint)
    }
  }

  package var description: String { "\(message)\n  \(hint)" }
}
