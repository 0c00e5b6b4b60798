extension JSONParser {
  /// Reads a number: an optional minus, digits without a leading zero, a fraction, an exponent.
  mutating func parseNumber() throws(JSONParseError) -> Double {
    let start = position
    let isNegative = consume(UInt8(ascii: "-"))
    let firstDigit = position
    try skipDigits("a digit")
    if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
      position = firstDigit
      throw error("a number has no leading zero")
    }
    let digits = position - firstDigit
    let isWhole = try !skipFractionAndExponent()
    if isWhole, digits <= 15 {  // Exact in a double.
      let magnitude = bytes[firstDigit..<position].reduce(0) { $0 * 10 + Int($1 - 0x30) }
      return isNegative ? -Double(magnitude) : Double(magnitude)
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      position = start
      throw error("the number is too large")
    }
    return number
  }

  /// Reads what may follow the digits; returns whether there was anything.
  private mutating func skipFractionAndExponent() throws(JSONParseError) -> Bool {
    let start = position
    if consume(UInt8(ascii: ".")) { try skipDigits("a digit after the point") }
    if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
      if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
      try skipDigits("a digit in the exponent")
    }
    return position > start
  }

  private mutating func skipDigits(_ expectation: String) throws(JSONParseError) {
    let start = position
    while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position])
    { position += 1 }
    guard position > start else { throw error("expected \(expectation)") }
  }
}
