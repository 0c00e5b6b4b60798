extension Double {
  /// The number as JavaScript prints it: 1.0 is "1", 1e21 is "1e+21", 0.000001 is "0.000001".
  ///
  /// Source: ECMA-262, Number::toString. The digits are the shortest that give the number back.
  var javaScriptText: String {
    if self == rounded(.towardZero), abs(self) < 1e15 { return String(Int64(self)) }
    guard isFinite else { return isNaN ? "NaN" : self < 0 ? "-Infinity" : "Infinity" }
    let (digits, pointPosition) = shortestDigits
    let text = Self.layOut(digits, pointPosition: pointPosition)
    return self < 0 ? "-" + text : text
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
    if point >= digits.count {
      return digits + String(repeating: "0", count: point - digits.count)
    }
    return "\(digits.prefix(point)).\(digits.dropFirst(point))"
  }
}
