public import FoundationEssentials

/// Times as RFC 3339 writes them, a profile of ISO 8601.
///
/// The calendar is computed here, since the C library's also depends on the time zone that TZ names:
/// some count leap seconds.
public enum ISO8601 {
  /// Returns a time in UTC, `nil` for years that four digits do not hold.
  ///
  /// - Parameters:
  ///   - date: The time.
  ///   - milliseconds: Whether to write the nearest millisecond, not the second that has begun.
  public static func text(of date: Date, milliseconds: Bool = false) -> String? {
    let time = date.timeIntervalSince1970
    let moment = milliseconds ? (time * 1000).rounded() : time.rounded(.down) * 1000
    // The years 0 to 9999.
    guard (-62_167_219_200_000..<253_402_300_800_000).contains(moment) else { return nil }
    let seconds = Int((moment / 1000).rounded(.down))
    let second = (seconds % 86_400 + 86_400) % 86_400
    let (year, month, day) = civil(days: (seconds - second) / 86_400)
    return String(unsafeUninitializedCapacity: 24) { text in
      var end = 0
      func append(_ field: Int, digits: Int, _ separator: Unicode.Scalar) {
        var rest = field
        for place in (end..<end + digits).reversed() {
          text[place] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        text[end + digits] = UInt8(ascii: separator)
        end += digits + 1
      }
      append(year, digits: 4, "-")
      append(month, digits: 2, "-")
      append(day, digits: 2, "T")
      append(second / 3600, digits: 2, ":")
      append(second / 60 % 60, digits: 2, ":")
      append(second % 60, digits: 2, milliseconds ? "." : "Z")
      if milliseconds { append(Int(moment) - seconds * 1000, digits: 3, "Z") }
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
    let midnight = days(year, month, day)
    // A day that the month does not have is one of the next month.
    guard civil(days: midnight) == (year, month, day) else { return nil }
    let seconds = midnight * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  /// Days since 1970-01-01 in the Gregorian calendar, from the year 0 on.
  /// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years begin in March, so that a leap day is the last one; 400 more keep all positive.
    let shifted = (month > 2 ? year : year - 1) + 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 865_565
  }

  /// The inverse of ``days(_:_:_:)``; the same source, `civil_from_days`.
  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 865_565
    let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    return (yearOfEra + era * 400 - 400 + (month <= 2 ? 1 : 0), month, day)
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
    mutating func number(_ digits: Int, in allowed: ClosedRange<Int>) -> Int? {
      var number = 0
      for _ in 0..<digits {
        guard let digit = rest.popFirst(), (0x30...0x39).contains(digit) else { return nil }
        number = number * 10 + Int(digit - 0x30)
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
    mutating func offset() -> Int? {
      if take("Z") { return 0 }
      let isWest = take("-")
      guard isWest || take("+"), let hours = number(2, in: 0...23), take(":"),
        let minutes = number(2, in: 0...59)
      else { return nil }
      return (hours * 60 + minutes) * (isWest ? -60 : 60)
    }
  }
}
