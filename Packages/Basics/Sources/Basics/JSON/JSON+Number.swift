extension JSON {
  /// A JSON number: an integer of up to 64 bits, held exactly, or a double.
  public enum Number: Sendable {
    /// An integer from -2⁶³ to 2⁶³ - 1.
    case integer(Int64)
    /// An integer from 2⁶³ to 2⁶⁴ - 1.
    case largeInteger(UInt64)
    /// Any other number; not a number and the infinities can be held, but are written as `null`.
    case real(Double)

    /// Creates an integer; one beyond 64 bits becomes the nearest double.
    @inlinable
    public init(_ value: some BinaryInteger) {
      if let integer = Int64(exactly: value) {
        self = .integer(integer)
      } else if let integer = UInt64(exactly: value) {
        self = .largeInteger(integer)
      } else {
        self = .real(Double(value))
      }
    }

    /// The nearest double, as JavaScript sees the number.
    @inlinable
    public var double: Double {
      switch self {
      case .integer(let value): Double(value)
      case .largeInteger(let value): Double(value)
      case .real(let value): value
      }
    }

    /// Returns the number as an integer, or `nil` when it has a fraction or is out of range.
    @inlinable
    public func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
      switch self {
      case .integer(let value): Integer(exactly: value)
      case .largeInteger(let value): Integer(exactly: value)
      case .real(let value): Integer(exactly: value)
      }
    }
  }
}

extension JSON.Number: Hashable {
  /// Whether both have the same numeric value, however they are held.
  public static func == (left: JSON.Number, right: JSON.Number) -> Bool {
    switch (left, right) {
    case (.integer(let own), .integer(let other)): own == other
    case (.largeInteger(let own), .largeInteger(let other)): own == other
    case (.real(let own), .real(let other)): own == other
    case (.real(let real), let other), (let other, .real(let real)):
      switch other {
      case .integer(let value): Int64(exactly: real) == value
      case .largeInteger(let value): UInt64(exactly: real) == value
      case .real(let value): value == real
      }
    case (.integer, .largeInteger), (.largeInteger, .integer): false
    }
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(double) }
}

extension Double {
  /// The number as JavaScript prints it: 1.0 is "1", 1e21 is "1e+21", 0.000001 is "0.000001".
  ///
  /// Source: ECMA-262, Number::toString. The digits are the shortest that give the number back.
  public var javaScriptText: String {
    if self == rounded(.towardZero), abs(self) < 1e15 { return String(Int64(self)) }
    guard isFinite else { return isNaN ? "NaN" : self < 0 ? "-Infinity" : "Infinity" }
    let text = description
    // Without an exponent, and not whole, both ways to print a number agree.
    if abs(self) < 1e15, abs(self) >= 1e-4 { return text }
    let (digits, pointPosition) = shortestDigits
    let magnitude = Self.layOut(digits, pointPosition: pointPosition)
    return self < 0 ? "-" + magnitude : magnitude
  }

  /// The significant digits and how many of them stand before the decimal point.
  private var shortestDigits: (digits: String, pointPosition: Int) {
    let parts = magnitude.description.split(separator: "e", maxSplits: 1)
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let mantissa = parts[0].split(separator: ".", maxSplits: 1)
    let whole = mantissa[0]
    let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
    let all = String(whole + fraction)
    let leadingZeros = all.prefix { $0 == "0" }.count
    var digits = String(all.dropFirst(leadingZeros))
    while digits.last == "0" { digits.removeLast() }
    return (digits, whole.count + exponent - leadingZeros)
  }

  private static func layOut(_ digits: String, pointPosition point: Int) -> String {
    if point > 21 || point < -5 {
      let fraction = digits.count > 1 ? ".\(digits.dropFirst())" : ""
      return "\(digits.prefix(1))\(fraction)e\(point > 0 ? "+" : "-")\(abs(point - 1))"
    }
    if point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
    if point >= digits.count { return digits + String(repeating: "0", count: point - digits.count) }
    return "\(digits.prefix(point)).\(digits.dropFirst(point))"
  }
}
