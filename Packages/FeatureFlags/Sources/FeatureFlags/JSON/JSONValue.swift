/// A JSON value that keeps booleans and numbers apart and compares text by code units.
///
/// Numbers are IEEE 754 doubles, as in JavaScript.
public enum JSONValue: Sendable {
  /// The value `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number; not a number and the infinities can be held but not written as JSON.
  case number(Double)
  /// A text.
  case string(String)
  /// An ordered list of values.
  case array([JSONValue])
  /// Named values.
  case object(JSONObject)
}

extension JSONValue: Equatable {
  /// Whether both are the same value: text by code units, objects whatever the order of members.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
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
}

extension JSONValue {
  /// The text, when the value is a text.
  public var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The members, when the value is an object.
  public var object: JSONObject? {
    guard case .object(let object) = self else { return nil }
    return object
  }

  /// The elements, when the value is a list.
  public var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }
}

// There is no nil literal: `condition ? value : nil` would silently mean `null`.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Creates a number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Creates an object; the last of several equal names wins.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    var object = JSONObject()
    for (name, value) in members { object[name] = value }
    self = .object(object)
  }
}
