extension JSONReader {
  /// Powers of ten that a double holds exactly.
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Reads a number: an optional minus, digits without a leading zero, a fraction, an exponent.
  mutating func readNumber() throws(Failure) -> JSON.Number {
    let start = position
    let isNegative = consume(UInt8(ascii: "-"))
    let firstDigit = position
    var digits: UInt64? = 0
    try readDigits(into: &digits, "a digit")
    if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
      throw failure("a number has no leading zero", at: firstDigit)
    }
    let endOfWhole = position
    if consume(UInt8(ascii: ".")) { try readDigits(into: &digits, "a digit after the point") }
    var exponent = endOfWhole == position ? 0 : endOfWhole + 1 - position
    try readExponent(into: &exponent)
    if position == endOfWhole, let integer = Self.integer(digits, isNegative: isNegative) {
      return integer
    }
    // Two exact doubles give the correctly rounded result. Source: W. Clinger, "How to Read
    // Floating Point Numbers Accurately", PLDI 1990.
    if let digits, digits <= 1 << 53, abs(exponent) < Self.powersOfTen.count {
      let power = Self.powersOfTen[abs(exponent)]
      let magnitude = exponent < 0 ? Double(digits) / power : Double(digits) * power
      return .real(isNegative ? -magnitude : magnitude)
    }
    return .real(try readSlowly(from: start))
  }

  /// Returns an integer, or `nil` when 64 bits do not hold it.
  private static func integer(_ digits: UInt64?, isNegative: Bool) -> JSON.Number? {
    guard let digits else { return nil }
    guard isNegative else { return JSON.Number(digits) }
    if digits == 0 { return .real(-0.0) }
    guard digits <= UInt64(Int64.max) + 1 else { return nil }
    return .integer(Int64(truncatingIfNeeded: 0 &- digits))
  }

  private func readSlowly(from start: Int) throws(Failure) -> Double {
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      throw failure("the number is too large", at: start)
    }
    return number
  }

  private mutating func readExponent(into exponent: inout Int) throws(Failure) {
    guard consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) else { return }
    let isNegative = !consume(UInt8(ascii: "+")) && consume(UInt8(ascii: "-"))
    var digits: UInt64? = 0
    try readDigits(into: &digits, "a digit in the exponent")
    // Far beyond what a double holds; the exact value no longer matters.
    let magnitude = Int(min(digits ?? .max, 1 << 32))
    exponent += isNegative ? -magnitude : magnitude
  }

  /// Reads digits and appends them to a number, which becomes `nil` beyond 64 bits.
  @inline(__always)
  private mutating func readDigits(
    into digits: inout UInt64?, _ expectation: StaticString
  ) throws(Failure) {
    let start = position
    if var number = digits, number < 1000 {
      // Fifteen more digits fit for certain.
      while position < bytes.count, position < start + 15 {
        let digit = bytes[position] &- UInt8(ascii: "0")
        guard digit <= 9 else { break }
        position += 1
        number = number &* 10 &+ UInt64(digit)
      }
      digits = number
    }
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      position += 1
      guard let known = digits else { continue }
      let (product, overflows) = known.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(digit))
      digits = overflows || carries ? nil : sum
    }
    guard position > start else { throw failure("expected \(expectation)") }
  }
}
