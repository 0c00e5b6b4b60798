public import Basics

/// A Swift type of a flag's value.
public protocol FlagValue: Sendable {
  /// The type that the flag must have.
  static var flagType: FlagType { get }

  /// Reads a value that ``FlagType/accepts(_:)`` accepted; `nil` for any other.
  init?(flagValue: JSON)

  var flagValue: JSON { get }
}

extension Bool: FlagValue {
  /// Boolean flags.
  public static var flagType: FlagType { .boolean }
  /// The boolean itself.
  public var flagValue: JSON { .boolean(self) }
  /// Reads a boolean.
  public init?(flagValue: JSON) {
    guard case .boolean(let value) = flagValue else { return nil }
    self = value
  }
}

extension String: FlagValue {
  /// String flags.
  public static var flagType: FlagType { .string }
  /// The text itself.
  public var flagValue: JSON { .string(self) }
  public init?(flagValue: JSON) {
    guard case .string(let value) = flagValue else { return nil }
    self = value
  }
}

extension Int: FlagValue {
  /// Integer values of numeric flags.
  public static var flagType: FlagType { .integer }
  /// The number as a double.
  public var flagValue: JSON { .number(Double(self)) }
  /// Reads a number without a fractional part.
  public init?(flagValue: JSON) {
    guard FlagType.integer.accepts(flagValue), let number = flagValue.double else {
      return nil
    }
    self.init(number)
  }
}

extension Double: FlagValue {
  /// Numeric flags.
  public static var flagType: FlagType { .float }
  /// The number itself.
  public var flagValue: JSON { .number(self) }
  /// Reads a number.
  public init?(flagValue: JSON) {
    guard let value = flagValue.double else { return nil }
    self = value
  }
}

extension JSON.Object: FlagValue {
  /// Object flags.
  public static var flagType: FlagType { .object }
  /// The object itself.
  public var flagValue: JSON { .object(self) }
  public init?(flagValue: JSON) {
    guard case .object(let value) = flagValue else { return nil }
    self = value
  }
}
