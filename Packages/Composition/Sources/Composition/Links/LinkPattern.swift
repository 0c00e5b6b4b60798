/// The shape of a link and the type of what it carries.
///
///     let ride = try LinkPattern("koober://ride/<id>", .integer("id"))  // an Int
///     let share = try LinkPattern(  // a (String, String?)
///       "koober://share/<post>?to=<friend>", .text("post"), .optional(.text("friend")))
///     let inbox = try LinkPattern("koober://inbox")  // nothing
///
/// Scheme and fixed segments are compared without regard to case; values keep theirs. A query
/// item that the pattern does not name is ignored.
public struct LinkPattern<Payload>: Sendable {
  /// The pattern as it was written.
  public let text: String
  let shape: LinkShape
  let payload: @Sendable (_ values: [String: String]) throws(LinkError) -> Payload

  /// Creates a pattern from its text and the one parameter in it.
  ///
  /// - Throws: ``LinkPatternError`` when the text is no pattern, or when the name in it and the
  ///   parameter differ.
  public init(
    _ text: String,
    _ parameter: LinkParameter<Payload>
  ) throws(LinkPatternError) {
    let shape = try LinkShape(pattern: text, declared: [DeclaredParameter(parameter)])
    self.init(text: text, shape: shape) { values throws(LinkError) in
      try parameter.read(values[parameter.name])
    }
  }

  /// Creates a pattern from its text and one parameter for each `<name>` in it.
  ///
  /// - Throws: ``LinkPatternError`` when the text is no pattern, or when the names in it and the
  ///   parameters differ.
  public init<each Value>(
    _ text: String,
    _ parameters: repeat LinkParameter<each Value>
  ) throws(LinkPatternError) where Payload == (repeat each Value) {
    var declared: [DeclaredParameter] = []
    for parameter in repeat each parameters {
      declared.append(DeclaredParameter(parameter))
    }
    let shape = try LinkShape(pattern: text, declared: declared)
    self.init(text: text, shape: shape) { values throws(LinkError) in
      (repeat try (each parameters).read(values[(each parameters).name]))
    }
  }

  private init(
    text: String,
    shape: LinkShape,
    payload: @escaping @Sendable ([String: String]) throws(LinkError) -> Payload
  ) {
    self.text = text
    self.shape = shape
    self.payload = payload
  }

  /// Returns the pattern with another payload, for example that of a module.
  public func map<Other>(
    _ transform: @escaping @Sendable (Payload) -> Other
  ) -> LinkPattern<Other> {
    LinkPattern<Other>(text: text, shape: shape) { values throws(LinkError) in
      transform(try payload(values))
    }
  }
}

/// An invalid pattern: a mistake of the programmer, not of a link.
public struct LinkPatternError: Error, Equatable, Sendable {
  /// The text of the pattern.
  public let pattern: String
  /// Which rule it breaks, or which pattern it collides with.
  public let reason: String
}

extension LinkPatternError: CustomStringConvertible {
  /// The mistake, its pattern, and what to do next.
  public var description: String {
    "The link pattern '\(pattern)' cannot be used: \(reason). Correct it where it is registered."
  }
}
