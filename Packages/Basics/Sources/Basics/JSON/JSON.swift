/// A JSON value (RFC 8259).
///
/// Booleans and numbers are kept apart, integers of up to 64 bits are exact, and text is compared
/// by code units, never by canonical equivalence.
public enum JSON: Sendable {
  /// The value `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number.
  case number(Number)
  /// A text.
  case string(String)
  /// An ordered list of values.
  case array([JSON])
  /// Named values.
  case object(Object)

  /// A number that is not an integer, or is used as a double.
  @inlinable
  public static func number(_ value: Double) -> JSON { .number(.real(value)) }
}

extension JSON: Hashable {
  /// Whether both are the same value: text by code units, objects whatever the order of members.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let own), .boolean(let other)): own == other
    case (.number(let own), .number(let other)): own == other
    case (.string(let own), .string(let other)): own.hasSameCodeUnits(as: other)
    case (.array(let own), .array(let other)): own == other
    case (.object(let own), .object(let other)): own == other
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .boolean(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let text): hasher.combine(CodeUnits(text))
    case .array(let elements): hasher.combine(elements)
    case .object(let object): hasher.combine(object)
    }
  }
}

extension JSON {
  /// The text, when the value is a text.
  public var text: String? { if case .string(let text) = self { text } else { nil } }
  /// The truth value, when the value is one.
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  /// The nearest double, when the value is a number.
  public var double: Double? { if case .number(let number) = self { number.double } else { nil } }
  /// The members, when the value is an object.
  public var object: Object? { if case .object(let object) = self { object } else { nil } }
  /// The elements, when the value is a list.
  public var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
}

// There is no nil literal: `condition ? value : nil` would silently mean `null`.
extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(integerLiteral value: Int) { self = .number(Number(value)) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// Creates an object; the last of several equal names wins.
  public init(dictionaryLiteral members: (String, JSON)...) { self = .object(Object(members)) }
}
