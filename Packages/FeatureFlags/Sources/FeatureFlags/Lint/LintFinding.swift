import Basics

/// Something wrong with flag definitions, and where.
public struct LintFinding: Sendable, Equatable, CustomStringConvertible {
  /// How bad a finding is.
  public enum Severity: String, Sendable {
    /// The definitions are invalid, or an evaluation of them is an error.
    case error
    /// The definitions work, and probably not as they are meant.
    case warning
  }

  public let severity: Severity
  let place: JSONPath
  /// The problem, without a period.
  public let message: String
  /// The names that may have been meant, the most probable first.
  public let suggestions: [String]

  /// Suggests the nearest of some names, if the word is not too short to resemble one; of many or
  /// long names only the first few are compared.
  init(
    _ path: JSONPath, _ message: String, _ severity: Severity = .error, not word: String = "",
    but names: [String] = []
  ) {
    self.severity = severity
    place = path
    self.message = message
    let candidates = word.utf8.count < 3 ? [] : names.prefix(100).filter { $0.utf8.count <= 100 }
    suggestions =
      candidates.isEmpty ? [] : Suggestions.nearest(to: String(word.prefix(100)), among: candidates)
  }

  /// The JSON path of the value in question, such as `$.flags.demo-ui.defaultVariant`.
  public var path: String { place.description }

  public var description: String {
    guard !suggestions.isEmpty else { return "\(path): \(message)" }
    let names = suggestions.map(\.quoted).joined(separator: " or ")
    return "\(path): \(message). Did you mean \(names)?"
  }
}
