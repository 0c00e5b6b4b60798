extension JSONReader {
  /// Reads a number, `true`, `false` or `null`.
  mutating func readScalar() throws(Failure) -> JSON {
    guard let next else { throw failure("expected a value, found the end") }
    switch next {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try readNumber())
    case UInt8(ascii: "t"): return try readWord("true", .boolean(true))
    case UInt8(ascii: "f"): return try readWord("false", .boolean(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    default: throw failure("expected a value")
    }
  }

  private mutating func readWord(_ word: String, _ value: JSON) throws(Failure) -> JSON {
    guard bytes[position...].starts(with: word.utf8) else { throw failure("expected a value") }
    position += word.utf8.count
    return value
  }

  /// Reads a number: an optional minus, digits without a leading zero, a fraction, an exponent.
  mutating func readNumber() throws(Failure) -> JSON.Number {
    let start = position
    _ = consume("-")
    let firstDigit = position
    try skipDigits("a digit")
    if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
      throw failure("a number has no leading zero", at: firstDigit)
    }
    let endOfWhole = position
    if consume(".") { try skipDigits("a digit after the point") }
    if consume("e") || consume("E") {
      _ = consume("+") || consume("-")
      try skipDigits("a digit in the exponent")
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if position == endOfWhole, text != "-0" {
      if let integer = Int64(text) { return .integer(integer) }
      if let integer = UInt64(text) { return .largeInteger(integer) }
    }
    guard let number = Double(text), number.isFinite else {
      throw failure("the number is too large", at: start)
    }
    return .real(number)
  }

  private mutating func skipDigits(_ expectation: String) throws(Failure) {
    let start = position
    while let next, next &- UInt8(ascii: "0") <= 9 { position += 1 }
    guard position > start else { throw failure("expected \(expectation)") }
  }

  /// Reads a text in double quotes, the opening one being at the current position.
  mutating func readText() throws(Failure) -> String {
    position += 1
    let start = position
    // The text up to the last escape, and where what follows it begins.
    var unescaped: [UInt8] = []
    var rest = start
    var seen: UInt8 = 0
    while let next {
      switch next {
      case UInt8(ascii: "\""):
        let tail = UnsafeBufferPointer(rebasing: bytes[rest..<position])
        position += 1
        // ASCII is valid; asking costs more than reading it.
        if unescaped.isEmpty, seen < 0x80 { return String(decoding: tail, as: UTF8.self) }
        let text =
          unescaped.isEmpty
          ? String(validating: tail, as: UTF8.self)
          : String(validating: unescaped + tail, as: UTF8.self)
        guard let text else { throw failure("the text is not valid UTF-8", at: start) }
        return text
      case UInt8(ascii: "\\"):
        unescaped += bytes[rest..<position]
        try appendEscape(to: &unescaped)
        rest = position
      case 0..<0x20: throw failure("a control character in a text must be written as an escape")
      default:
        seen |= next
        position += 1
      }
    }
    throw failure("the text has no closing quote")
  }

  /// Reads the escape at the current position.
  private mutating func appendEscape(to units: inout [UInt8]) throws(Failure) {
    guard position + 1 < bytes.count else { throw failure("the text has no closing quote") }
    switch bytes[position + 1] {
    case UInt8(ascii: "\""): units.append(UInt8(ascii: "\""))
    case UInt8(ascii: "\\"): units.append(UInt8(ascii: "\\"))
    case UInt8(ascii: "/"): units.append(UInt8(ascii: "/"))
    case UInt8(ascii: "b"): units.append(0x08)
    case UInt8(ascii: "f"): units.append(0x0C)
    case UInt8(ascii: "n"): units.append(0x0A)
    case UInt8(ascii: "r"): units.append(0x0D)
    case UInt8(ascii: "t"): units.append(0x09)
    case UInt8(ascii: "u"): return units.append(contentsOf: try readScalarEscape().utf8)
    default: throw failure("unknown escape")
    }
    position += 2
  }

  /// Reads `\uXXXX`, or two of them that make a surrogate pair.
  private mutating func readScalarEscape() throws(Failure) -> Unicode.Scalar {
    let first = try readHexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, bytes[position...].starts(with: "\\u".utf8) else {
      throw failure("half of a surrogate pair")
    }
    let second = try readHexadecimal()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw failure("half of a surrogate pair") }
    return scalar
  }

  private mutating func readHexadecimal() throws(Failure) -> UInt32 {
    var value: UInt32 = 0
    for offset in 2..<6 {
      guard position + offset < bytes.count,
        let digit = Hexadecimal.value(of: bytes[position + offset])
      else { throw failure("expected four hexadecimal digits after \\u") }
      value = value << 4 | UInt32(digit)
    }
    position += 6
    return value
  }
}
