/// Something wrong with flag definitions, and where.
public struct LintFinding: Sendable, Equatable {
  /// The JSON path of the value in question, such as `$.flags.demo-ui.defaultVariant`.
  public let path: String
  /// The problem.
  public let message: String

  init(_ path: JSONPath, _ message: String) {
    self.path = path.description
    self.message = message
  }
}

extension LintFinding: CustomStringConvertible {
  /// The path and what is wrong, in one line.
  public var description: String { "\(path): \(message)" }
}
