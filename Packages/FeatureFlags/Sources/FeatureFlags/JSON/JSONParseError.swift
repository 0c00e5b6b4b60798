/// Why a text is not JSON, and where.
public struct JSONParseError: Error, Equatable, Sendable {
  /// The line of the first byte that could not be read, from 1.
  public let line: Int
  /// The column of that byte, from 1, in Unicode scalars.
  public let column: Int
  /// What was wrong there.
  public let problem: String
}

extension JSONParseError: CustomStringConvertible {
  /// What was wrong, and where.
  public var description: String {
    "line \(line), column \(column): \(problem)"
  }
}
