/// Why a pattern cannot be made or registered: a mistake of the programmer, not of a link.
public struct LinkPatternError: Error, Equatable, Sendable {
  /// The text of the pattern.
  public let pattern: String
  /// Which rule it breaks, or which pattern it collides with.
  public let reason: String
}

extension LinkPatternError: CustomStringConvertible {
  /// What is wrong with which pattern, and what to do next.
  public var description: String {
    "The link pattern '\(pattern)' cannot be used: \(reason). Correct it where it is registered."
  }
}
