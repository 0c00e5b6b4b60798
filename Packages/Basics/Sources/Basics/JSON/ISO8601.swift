import FoundationEssentials
import Glibc

/// Times as RFC 3339 writes them, a profile of ISO 8601.
enum ISO8601 {
  /// Returns a time in UTC with whole seconds, `nil` for years that four digits do not hold.
  static func text(of date: Date) -> String? {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    // The years 0 to 9999.
    guard (-62_167_219_200...253_402_300_799).contains(seconds) else { return nil }
    var time = time_t(seconds)
    var fields = tm()
    gmtime_r(&time, &fields)
    var text: [UInt8] = []
    func append(_ field: Int32, digits: Int, _ separator: Unicode.Scalar) {
      let number = String(field)
      text += repeatElement(UInt8(ascii: "0"), count: digits - number.utf8.count)
      text += number.utf8
      text.append(UInt8(ascii: separator))
    }
    append(fields.tm_year + 1900, digits: 4, "-")
    append(fields.tm_mon + 1, digits: 2, "-")
    append(fields.tm_mday, digits: 2, "T")
    append(fields.tm_hour, digits: 2, ":")
    append(fields.tm_min, digits: 2, ":")
    append(fields.tm_sec, digits: 2, "Z")
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads `2026-11-20T08:00:00Z`, also with a fraction of a second and with an offset.
  static func date(from text: String) -> Date? {
    var scanner = Scanner(rest: text.utf8[...])
    guard let year = scanner.number(4, in: 0...9999), scanner.take("-"),
      let month = scanner.number(2, in: 1...12), scanner.take("-"),
      let day = scanner.number(2, in: 1...31), scanner.take("T"),
      let hour = scanner.number(2, in: 0...23), scanner.take(":"),
      let minute = scanner.number(2, in: 0...59), scanner.take(":"),
      let second = scanner.number(2, in: 0...60), let fraction = scanner.fraction(),
      let offset = scanner.offset(), scanner.rest.isEmpty
    else { return nil }
    var fields = tm()
    (fields.tm_year, fields.tm_mon, fields.tm_mday) = (year - 1900, month - 1, day)
    let midnight = timegm(&fields)
    // A day that the month does not have has become one of the next month.
    guard fields.tm_mday == day else { return nil }
    let seconds = midnight + Int(hour * 3600 + minute * 60 + second - offset)
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  /// Takes the parts of a time from the front of a text.
  private struct Scanner {
    var rest: Substring.UTF8View

    mutating func take(_ mark: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: mark) else { return false }
      rest.removeFirst()
      return true
    }

    /// Takes a number of so many digits.
    mutating func number(_ digits: Int, in allowed: ClosedRange<Int32>) -> Int32? {
      var number: Int32 = 0
      for _ in 0..<digits {
        guard let digit = rest.popFirst(), (0x30...0x39).contains(digit) else { return nil }
        number = number * 10 + Int32(digit - 0x30)
      }
      return allowed.contains(number) ? number : nil
    }

    /// Takes a fraction of a second, which may be absent.
    mutating func fraction() -> Double? {
      guard take(".") else { return 0 }
      var (fraction, scale) = (0.0, 1.0)
      while let digit = rest.first, (0x30...0x39).contains(digit) {
        rest.removeFirst()
        scale /= 10
        fraction += Double(digit - 0x30) * scale
      }
      return scale < 1 ? fraction : nil
    }

    /// Takes the offset from UTC, in seconds.
    mutating func offset() -> Int32? {
      if take("Z") { return 0 }
      let isWest = take("-")
      guard isWest || take("+"), let hours = number(2, in: 0...23), take(":"),
        let minutes = number(2, in: 0...59)
      else { return nil }
      return (hours * 60 + minutes) * (isWest ? -60 : 60)
    }
  }
}
