/// The typed value of a link: its name in the pattern and how its text becomes a `Value`.
public struct LinkParameter<Value>: Sendable {
  /// The name that the pattern puts between angle brackets.
  public let name: String
  let read: @Sendable (String) throws(LinkError) -> Value

  /// - Parameters:
  ///   - name: The name in the pattern, without the angle brackets.
  ///   - expected: A description of valid values, for the message: "a ride number".
  ///   - parse: Returns the value of a text, or `nil` when it is not what is expected. The text
  ///     is percent-decoded, not empty, holds no control characters, and is at most
  ///     2,048 bytes long; otherwise it is whatever a stranger sent.
  public init(_ name: String, expected: String, parse: @escaping @Sendable (String) -> Value?) {
    self.name = name
    read = { text throws(LinkError) in
      guard let value = parse(text) else {
        throw .badParameter(name: name, value: text, reason: "expected \(expected)")
      }
      return value
    }
  }
}

extension LinkParameter where Value == String {
  /// Returns a parameter of any text.
  public static func text(_ name: String) -> LinkParameter<String> {
    LinkParameter(name, expected: "some text") { $0 }
  }
}

extension LinkParameter where Value == Int {
  /// Returns a parameter of a whole number in decimal digits, from 0 on.
  public static func integer(_ name: String) -> LinkParameter<Int> {
    LinkParameter(name, expected: "a whole number from 0 to \(Int.max)") { text in
      Int(text).flatMap { $0 >= 0 ? $0 : nil }
    }
  }
}
