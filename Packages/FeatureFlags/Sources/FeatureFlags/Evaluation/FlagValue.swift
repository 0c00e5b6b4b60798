/// A Swift type in which a flag's value can be asked for.
public protocol FlagValue: Sendable {
  /// The type that the flag must have.
  static var flagType: FlagType { get }

  /// Reads a value that ``FlagType/accepts(_:)`` accepted; `nil` for any other.
  init?(flagValue: JSONValue)

  /// The value as JSON.
  var flagValue: JSONValue { get }
}

extension Bool: FlagValue {
  /// Boolean flags.
  public static var flagType: FlagType { .boolean }
  /// The boolean itself.
  public var flagValue: JSONValue { .boolean(self) }
  /// Reads a boolean.
  public init?(flagValue: JSONValue) {
    guard case .boolean(let value) = flagValue else { return nil }
    self = value
  }
}

extension String: FlagValue {
  /// String flags.
  public static var flagType: FlagType { .string }
  /// The text itself.
  public var flagValue: JSONValue { .string(self) }
  /// Reads a text.
  public init?(flagValue: JSONValue) {
    guard case .string(let value) = flagValue else { return nil }
    self = value
  }
}

extension Int: FlagValue {
  /// Numeric flags, asked for whole numbers.
  public static var flagType: FlagType { .integer }
  /// The number as a double.
  public var flagValue: JSONValue { .number(Double(self)) }
  /// Reads a number without a fractional part.
  public init?(flagValue: JSONValue) {
    guard FlagType.integer.accepts(flagValue), case .number(let number) = flagValue else {
      return nil
    }
    self.init(number)
  }
}

extension Double: FlagValue {
  /// Numeric flags.
  public static var flagType: FlagType { .float }
  /// The number itself.
  public var flagValue: JSONValue { .number(self) }
  /// Reads a number.
  public init?(flagValue: JSONValue) {
    guard case .number(let value) = flagValue else { return nil }
    self = value
  }
}

extension JSONObject: FlagValue {
  /// Object flags.
  public static var flagType: FlagType { .object }
  /// The object itself.
  public var flagValue: JSONValue { .object(self) }
  /// Reads an object.
  public init?(flagValue: JSONValue) {
    guard case .object(let value) = flagValue else { return nil }
    self = value
  }
}
