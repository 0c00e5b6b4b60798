/// The shape of a link and the type of what it carries.
///
///     let ride = try LinkPattern("koober://ride/<id>", .integer("id"))  // an Int
///     let inbox = try LinkPattern("koober://inbox")  // nothing
///
/// Scheme and fixed segments are compared without regard to case; values keep theirs. The query of
/// a link is ignored.
public struct LinkPattern<Payload>: Sendable {
  /// The pattern as it was written.
  public let text: String
  let shape: LinkShape
  let payload: @Sendable (_ value: String) throws(LinkError) -> Payload

  /// Creates a pattern from its text and the one parameter in it.
  ///
  /// - Throws: ``LinkPatternError`` when the text is no pattern, or when the name in it and the
  ///   parameter differ.
  public init(_ text: String, _ parameter: LinkParameter<Payload>) throws(LinkPatternError) {
    self.text = text
    shape = try LinkShape(pattern: text, parameter: parameter.name)
    payload = parameter.read
  }

  /// Creates a pattern without parameters.
  ///
  /// - Throws: ``LinkPatternError`` when the text is no pattern, or names a parameter.
  public init(_ text: String) throws(LinkPatternError) where Payload == Void {
    self.text = text
    shape = try LinkShape(pattern: text, parameter: nil)
    payload = { _ in }
  }
}

/// An invalid pattern: a mistake of the programmer, not of a link.
public struct LinkPatternError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text of the pattern.
  public let pattern: String
  /// Which rule it breaks, or which pattern it collides with.
  public let reason: String

  /// The mistake, its pattern, and what to do next.
  public var description: String {
    "The link pattern '\(pattern)' cannot be used: \(reason). Correct it where it is registered."
  }
}
