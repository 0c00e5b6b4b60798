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
  public static var flagType: FlagType { .boolean }
  public var flagValue: JSON { .boolean(self) }
  public init?(flagValue: JSON) {
    guard let value = flagValue.boolean else { return nil }
    self = value
  }
}

extension String: FlagValue {
  public static var flagType: FlagType { .string }
  public var flagValue: JSON { .string(self) }
  public init?(flagValue: JSON) {
    guard let value = flagValue.text else { return nil }
    self = value
  }
}

extension Int: FlagValue {
  public static var flagType: FlagType { .integer }
  public var flagValue: JSON { .number(Double(self)) }
  /// Reads a number without a fractional part.
  public init?(flagValue: JSON) {
    guard FlagType.integer.accepts(flagValue), let number = flagValue.double else { return nil }
    self.init(number)
  }
}

extension Double: FlagValue {
  public static var flagType: FlagType { .float }
  public var flagValue: JSON { .number(self) }
  public init?(flagValue: JSON) {
    guard let value = flagValue.double else { return nil }
    self = value
  }
}

extension JSON.Object: FlagValue {
  public static var flagType: FlagType { .object }
  public var flagValue: JSON { .object(self) }
  public init?(flagValue: JSON) {
    guard let value = flagValue.object else { return nil }
    self = value
  }
}
