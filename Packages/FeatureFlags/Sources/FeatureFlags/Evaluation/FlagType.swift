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
