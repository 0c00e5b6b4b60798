/// One typed value of a link: its name in the pattern and how its text becomes a `Value`.
public struct LinkParameter<Value>: Sendable {
  /// The name that the pattern puts between angle brackets.
  public let name: String
  let isOptional: Bool
  let read: @Sendable (String?) throws(LinkError) -> Value

  /// Creates a parameter that a link must have.
  ///
  /// - Parameters:
  ///   - name: The name in the pattern, without the angle brackets.
  ///   - expected: A description of valid values, for the message: "a ride number".
  ///   - parse: Returns the value of a text, or `nil` when it is not what is expected. The text
  ///     is percent-decoded, holds no control characters, and is at most
  ///     2,048 bytes long; otherwise it is whatever a stranger sent.
  public init(
    _ name: String,
    expected: String,
    parse: @escaping @Sendable (String) -> Value?
  ) {
    self.name = name
    isOptional = false
    read = { text throws(LinkError) in
      guard let text else {
        throw .badParameter(name: name, value: nil, reason: "it is missing")
      }
      guard let value = parse(text) else {
        throw .badParameter(name: name, value: text, reason: "expected \(expected)")
      }
      return value
    }
  }

  private init(
    optional name: String,
    read: @escaping @Sendable (String?) throws(LinkError) -> Value
  ) {
    self.name = name
    isOptional = true
    self.read = read
  }

  /// Returns a query parameter that a link may leave out; its value is `nil` then.
  public static func optional<Wrapped>(
    _ parameter: LinkParameter<Wrapped>
  ) -> LinkParameter<Wrapped?> where Value == Wrapped? {
    LinkParameter(optional: parameter.name) { text throws(LinkError) in
      guard let text else { return nil }
      return try parameter.read(text)
    }
  }
}

extension LinkParameter where Value == String {
  /// Returns a parameter of any text but the empty one.
  public static func text(_ name: String) -> LinkParameter<String> {
    LinkParameter(name, expected: "some text") { $0.isEmpty ? nil : $0 }
  }
}

extension LinkParameter where Value == Int {
  /// Returns a parameter of a whole number in decimal digits, in a range.
  public static func integer(
    _ name: String,
    in range: ClosedRange<Int> = 0...Int.max
  ) -> LinkParameter<Int> {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return LinkParameter(name, expected: expected) { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}
