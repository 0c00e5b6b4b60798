import Basics

extension JSON {
  /// Whether JsonLogic treats the value as true: all but false, null, 0, "", [] and NaN.
  var isTruthy: Bool {
    switch self {
    case .null: false
    case .boolean(let value): value
    case .number(let number): number.double != 0 && !number.double.isNaN
    case .string(let text): !text.utf8.isEmpty
    case .array(let elements): !elements.isEmpty
    case .object: true
    }
  }

  /// The value as a number, except for lists and objects, which go through their text.
  var asNumber: Double {
    switch self {
    case .null: 0
    case .boolean(let value): value ? 1 : 0
    case .number(let number): number.double
    case .string(let text): NumericText.number(text)
    case .array, .object: .nan
    }
  }

  /// `===`: the same kind and the same value; a list or an object is only the same as nothing.
  func isSame(as other: JSON) -> Bool {
    switch (self, other) {
    case (.array, _), (.object, _): false
    case (.number(let own), .number(let other)): own.double == other.double
    default: self == other
    }
  }
}
