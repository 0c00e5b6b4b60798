public import FoundationEssentials
import Glibc

/// Times as RFC 3339 writes them, a profile of ISO 8601.
public enum ISO8601 {
  /// Returns a time in UTC, `nil` for years that four digits do not hold.
  ///
  /// - Parameter milliseconds: Whether to write the nearest millisecond; otherwise the second that
  ///   has begun.
  public static func text(of date: Date, milliseconds: Bool = false) -> String? {
    let time = date.timeIntervalSince1970
    let moment = milliseconds ? (time * 1000).rounded() : time.rounded(.down) * 1000
    // The years 0 to 9999.
    guard (-62_167_219_200_000..<253_402_300_800_000).contains(moment) else { return nil }
    var seconds = time_t((moment / 1000).rounded(.down))
    var fields = tm()
    gmtime_r(&seconds, &fields)
    return String(unsafeUninitializedCapacity: 24) { text in
      var end = 0
      func append(_ field: Int32, digits: Int, _ separator: Unicode.Scalar) {
        var rest = field
        for place in (end..<end + digits).reversed() {
          text[place] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        text[end + digits] = UInt8(ascii: separator)
        end += digits + 1
      }
      append(fields.tm_year + 1900, digits: 4, "-")
      append(fields.tm_mon + 1, digits: 2, "-")
      append(fields.tm_mday, digits: 2, "T")
      append(fields.tm_hour, digits: 2, ":")
      append(fields.tm_min, digits: 2, ":")
      append(fields.tm_sec, digits: 2, milliseconds ? "." : "Z")
      if milliseconds {
        append(Int32(moment - Double(seconds) * 1000), digits: 3, "Z")
      }
      return end
    }
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
