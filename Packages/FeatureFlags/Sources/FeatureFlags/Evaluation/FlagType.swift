public import Basics

/// The requested type of a flag's value.
public enum FlagType: String, Sendable, CaseIterable {
  case boolean
  case string
  /// A number without a fractional part, of a magnitude up to 2^53 - 1.
  case integer
  case float
  case object

  /// The largest magnitude at which a double represents every integer.
  static let maximumInteger = 9_007_199_254_740_991.0

  /// Whether a value can be handed out as this type without loss.
  public func accepts(_ value: JSON) -> Bool {
    switch (self, value) {
    case (.boolean, .boolean), (.string, .string), (.float, .number), (.object, .object): true
    case (.integer, .number(let number)):
      number.double == number.double.rounded(.towardZero)
        && abs(number.double) <= Self.maximumInteger
    default: false
    }
  }

  /// Reads a value of this type as typed on a command line: texts as they are, others as JSON.
  public func value(parsing text: String) -> JSON? {
    if self == .string { return .string(text) }
    guard let value = try? JSON(parsing: text), accepts(value) else { return nil }
    return value
  }
}

/// A Swift type of a flag's value.
public protocol FlagValue: Sendable {
  /// The type that the flag must have.
  static var flagType: FlagType { get }
  /// Reads a value that ``FlagType/accepts(_:)`` accepted; `nil` for any other.
  static func flagValue(of json: JSON) -> Self?
}

extension Bool: FlagValue {
  public static var flagType: FlagType { .boolean }
  public static func flagValue(of json: JSON) -> Bool? { json.boolean }
}

extension String: FlagValue {
  public static var flagType: FlagType { .string }
  public static func flagValue(of json: JSON) -> String? { json.text }
}

extension Int: FlagValue {
  public static var flagType: FlagType { .integer }
  public static func flagValue(of json: JSON) -> Int? {
    FlagType.integer.accepts(json) ? json.double.map { Int($0) } : nil
  }
}

extension Double: FlagValue {
  public static var flagType: FlagType { .float }
  public static func flagValue(of json: JSON) -> Double? { json.double }
}

extension JSON.Object: FlagValue {
  public static var flagType: FlagType { .object }
  public static func flagValue(of json: JSON) -> JSON.Object? { json.object }
}
