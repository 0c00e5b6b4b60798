public import Basics

/// A document without flag definitions.
public enum FlagDefinitionsError: Error, Equatable, Sendable {
  /// The document is not JSON.
  case malformed(JSON.ParseError)
  /// The document is JSON, but not an object with flags.
  case notDefinitions(problem: String)
  /// The document defines a flag that is decided elsewhere.
  case reserved(flag: String)
}

extension FlagDefinitionsError: CustomStringConvertible {
  /// The error, in one sentence or two.
  public var description: String {
    switch self {
    case .malformed(let error):
      "The flag definitions are not JSON: \(error)."
    case .notDefinitions(let problem):
      "The document holds no flag definitions: \(problem)."
    case .reserved(let flag):
      "The flag '\(flag)' would have no effect: this program decides it. Remove the flag."
    }
  }
}
