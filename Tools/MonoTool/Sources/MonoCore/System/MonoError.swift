/// Why a command could not do its work; findings and failed tests are results, not errors.
package enum MonoError: Error, Equatable {
  /// The command line names something that does not exist or cannot be; exit status 64.
  case usage(String, hint: String)
  /// The tool could not find out what was asked; exit status 70.
  case failure(String, hint: String)
  /// There is no commit that a change can be compared with; exit status 1, because an answer
  /// without one would say that nothing has to be tested.
  case noBase(String, hint: String)
  /// A package's manifest cannot be evaluated; the other packages still can; exit status 70.
  case manifest(String, hint: String)

  /// The exit status of a command that ends with this error.
  package var exitStatus: Int32 {
    switch self {
    case .usage: 64
    case .noBase: 1
    case .failure, .manifest: 70
    }
  }

  package var message: String {
    switch self {
    case .usage(let message, _), .failure(let message, _), .noBase(let message, _),
      .manifest(let message, _):
      message
    }
  }

  /// What the reader can do next.
  package var hint: String {
    switch self {
    case .usage(_, let hint), .failure(_, let hint), .noBase(_, let hint), .manifest(_, let hint):
      hint
    }
  }
}

extension MonoError: CustomStringConvertible {
  package var description: String { "\(message)\n  \(hint)" }
}
