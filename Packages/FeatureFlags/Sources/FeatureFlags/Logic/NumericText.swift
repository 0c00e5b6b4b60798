import Basics
import Glibc

/// Numbers in texts, as JavaScript's `Number` and `parseFloat` read them.
enum NumericText {
  /// The number of the whole text; blanks around it are allowed, "" is 0.
  static func number(_ text: String) -> Double {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return 0 }
    let trimmed = text[first...last]
    if let number = radixNumber(trimmed) { return number }
    guard let (prefix, number) = decimalPrefix(trimmed), prefix == trimmed.utf8.count else {
      return .nan
    }
    return number
  }

  /// The number that the text begins with, after blanks; not a number if there is none.
  static func leadingNumber(_ text: String) -> Double {
    guard let first = text.unicodeScalars.firstIndex(where: { !isBlank($0) }) else { return .nan }
    return decimalPrefix(text[first...])?.number ?? .nan
  }

  /// White space and line ends of ECMA-262.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
      0xFEFF:
      true
    default: false
    }
  }

  /// `0x1f`, `0o17`, `0b101`, without a sign.
  private static func radixNumber(_ text: Substring) -> Double? {
    let units = Array(text.utf8.prefix(2))
    guard units.count == 2, units[0] == UInt8(ascii: "0") else { return nil }
    let radixes = [UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2]
    guard let radix = radixes[units[1] | 0x20] else { return nil }
    let digits = text.unicodeScalars.dropFirst(2)
    guard !digits.isEmpty else { return .nan }
    var number = 0.0
    for scalar in digits {
      guard let digit = Character(scalar).hexDigitValue, scalar.isASCII, digit < radix else {
        return .nan
      }
      number = number * Double(radix) + Double(digit)
    }
    return number
  }

  /// The longest prefix that is a decimal literal, its length in UTF-8 and its value.
  private static func decimalPrefix(_ text: Substring) -> (length: Int, number: Double)? {
    let sign = text.utf8.prefix(1).filter { "+-".utf8.contains($0) }.count
    let unsigned = text.utf8.dropFirst(sign)
    let factor = text.utf8.first == UInt8(ascii: "-") ? -1.0 : 1
    if unsigned.starts(with: "Infinity".utf8) { return (sign + 8, factor * .infinity) }
    // `strtod` also reads texts that are no decimal literals: hexadecimal digits, "inf", "nan".
    if ["0x", "0X"].contains(where: { unsigned.starts(with: $0.utf8) }) {
      return (sign + 1, factor * 0)
    }
    guard let first = unsigned.first, "0123456789.".utf8.contains(first) else { return nil }
    return String(Substring(unsigned)).withCString { digits in
      var end: UnsafeMutablePointer<CChar>?
      let number = strtod(digits, &end)
      let length = end.map { UnsafePointer($0) - digits } ?? 0
      return length == 0 ? nil : (sign + length, factor * number)
    }
  }
}

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
