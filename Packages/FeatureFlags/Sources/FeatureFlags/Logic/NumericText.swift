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
    let units = text.utf8
    var position = units.startIndex
    func skip(where accepts: (UInt8) -> Bool) -> Int {
      let start = position
      position = units[position...].firstIndex { !accepts($0) } ?? units.endIndex
      return units.distance(from: start, to: position)
    }
    func isDigit(_ unit: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(unit) }
    func skipOne(_ accepted: String) -> Bool {
      guard position < units.endIndex, accepted.utf8.contains(units[position]) else { return false }
      position = units.index(after: position)
      return true
    }

    let isNegative = units.first == UInt8(ascii: "-")
    _ = skipOne("+-")
    if units[position...].starts(with: "Infinity".utf8) {
      let length = units.distance(from: units.startIndex, to: position) + 8
      return (length, isNegative ? -.infinity : .infinity)
    }
    var digits = skip(where: isDigit)
    if skipOne(".") { digits += skip(where: isDigit) }
    guard digits > 0 else { return nil }
    let mantissaEnd = position
    if skipOne("eE") {
      _ = skipOne("+-")
      if skip(where: isDigit) == 0 { position = mantissaEnd }
    }
    let literal = Substring(units[..<position])
    return (literal.utf8.count, Double(normalized(literal)) ?? .nan)
  }

  /// The literal with a digit on both sides of the point, as Swift requires.
  private static func normalized(_ literal: Substring) -> String {
    var result: [UInt8] = []
    for unit in literal.utf8 {
      let follows = result.last
      if unit == UInt8(ascii: "."), follows.map({ $0 < 0x30 }) ?? true { result.append(0x30) }
      if follows == UInt8(ascii: "."), unit | 0x20 == UInt8(ascii: "e") { result.append(0x30) }
      result.append(unit)
    }
    if result.last == UInt8(ascii: ".") { result.append(0x30) }
    return String(decoding: result, as: UTF8.self)
  }
}
