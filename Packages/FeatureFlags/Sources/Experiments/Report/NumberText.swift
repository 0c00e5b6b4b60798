import Glibc

/// How differences are written.
enum DifferenceUnit {
  /// Those of shares, in percentage points.
  case points
  /// Those of values, as they are.
  case value

  func text(_ difference: Double) -> String {
    self == .points
      ? NumberText.change(difference, unit: "points") : NumberText.signed(difference)
  }

  func text(_ interval: ConfidenceInterval, between word: String = "to") -> String {
    let low = self == .points ? interval.low * 100 : interval.low
    return "\(NumberText.signed(low)) \(word) \(text(interval.high))"
  }
}

/// Formats the numbers of reports.
enum NumberText {
  /// A number with a fixed number of digits after the point.
  static func fixed(_ number: Double, digits: Int) -> String {
    let scale = pow(10, Double(digits))
    let scaled = (abs(number) * scale).rounded()
    guard scaled < 1e15 else { return "\(number)" }
    let all = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, digits + 1 - all.count)) + all
    let text = digits == 0 ? padded : padded.dropLast(digits) + "." + padded.suffix(digits)
    return number < 0 && scaled > 0 ? "-" + text : String(text)
  }

  /// A weight, without a fraction that is zero.
  static func weight(_ weight: Double) -> String {
    weight == weight.rounded() && abs(weight) < 1e15 ? String(Int(weight)) : "\(weight)"
  }

  /// A share in per cent: 0.0821 is "8.21 %".
  static func percent(_ share: Double?) -> String {
    share.map { fixed($0 * 100, digits: 2) + " %" } ?? "-"
  }

  /// A value with two digits after the point.
  static func value(_ value: Double?) -> String { value.map { fixed($0, digits: 2) } ?? "-" }

  /// A change in percentage points or per cent, with its sign.
  static func change(_ share: Double, unit: String) -> String {
    signed(share * 100) + " " + unit
  }

  /// A number with its sign and two digits after the point.
  static func signed(_ number: Double) -> String {
    (number < 0 ? "" : "+") + fixed(number, digits: 2)
  }

  /// A probability with four digits; "< 0.0001" below that.
  static func probability(_ value: Double?) -> String {
    guard let value else { return "-" }
    return value < 0.0001 ? "< 0.0001" : fixed(value, digits: 4)
  }

  /// A text in which control characters are replaced, so that it can do a terminal no harm.
  static func visible(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: "?"
          default: scalar
          }
        }))
  }

  /// A name without control characters, cut to a length.
  static func name(_ name: String, length: Int) -> String {
    let visible = visible(name)
    guard visible.count > length else { return visible }
    return length > 3 ? visible.prefix(length - 3) + "..." : String(visible.prefix(length))
  }
}
