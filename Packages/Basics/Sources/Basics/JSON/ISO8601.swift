import FoundationEssentials

/// Times as RFC 3339 writes them, a profile of ISO 8601.
enum ISO8601 {
  private static let secondsPerDay = 86_400

  /// Returns a time in UTC with whole seconds, `nil` for years that four digits do not hold.
  static func text(of date: Date) -> InlineArray<20, UInt8>? {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    // The years 0 to 9999.
    guard (-62_167_219_200...253_402_300_799).contains(seconds) else { return nil }
    let whole = Int(seconds)
    let second = (whole % secondsPerDay + secondsPerDay) % secondsPerDay
    let (year, month, day) = civil(days: (whole - second) / secondsPerDay)
    var text: InlineArray<20, UInt8> = InlineArray(repeating: UInt8(ascii: ":"))
    func put(_ number: Int, at index: Int, digits: Int) {
      var rest = number
      for offset in stride(from: digits - 1, through: 0, by: -1) {
        text[index + offset] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      }
    }
    put(year, at: 0, digits: 4)
    put(month, at: 5, digits: 2)
    put(day, at: 8, digits: 2)
    put(second / 3600, at: 11, digits: 2)
    put(second / 60 % 60, at: 14, digits: 2)
    put(second % 60, at: 17, digits: 2)
    for index in [4, 7] { text[index] = UInt8(ascii: "-") }
    text[10] = UInt8(ascii: "T")
    text[19] = UInt8(ascii: "Z")
    return text
  }

  /// Reads `2026-11-20T08:00:00Z`, also with a fraction of a second and with an offset.
  static func date(from units: UnsafeBufferPointer<UInt8>) -> Date? {
    func number(_ range: Range<Int>, in allowed: ClosedRange<Int>) -> Int? {
      guard range.upperBound <= units.count else { return nil }
      var number = 0
      for index in range {
        let digit = units[index] &- UInt8(ascii: "0")
        guard digit <= 9 else { return nil }
        number = number * 10 + Int(digit)
      }
      return allowed.contains(number) ? number : nil
    }
    func isMark(_ mark: Unicode.Scalar, at index: Int) -> Bool {
      index < units.count && units[index] == UInt8(ascii: mark)
    }
    guard let year = number(0..<4, in: 0...9999), isMark("-", at: 4),
      let month = number(5..<7, in: 1...12), isMark("-", at: 7),
      let day = number(8..<10, in: 1...length(of: month, year)), isMark("T", at: 10),
      let hour = number(11..<13, in: 0...23), isMark(":", at: 13),
      let minute = number(14..<16, in: 0...59), isMark(":", at: 16),
      let second = number(17..<19, in: 0...60)
    else { return nil }
    var position = 19
    var fraction = 0.0
    if isMark(".", at: position) {
      var scale = 0.1
      position += 1
      while let digit = number(position..<position + 1, in: 0...9) {
        fraction += Double(digit) * scale
        scale /= 10
        position += 1
      }
      guard position > 20 else { return nil }
    }
    var offset = 0
    if isMark("Z", at: position) {
      position += 1
    } else {
      guard isMark("+", at: position) || isMark("-", at: position),
        let hours = number(position + 1..<position + 3, in: 0...23),
        isMark(":", at: position + 3),
        let minutes = number(position + 4..<position + 6, in: 0...59)
      else { return nil }
      offset = (hours * 60 + minutes) * (isMark("-", at: position) ? -60 : 60)
      position += 6
    }
    guard position == units.count else { return nil }
    let seconds = days(year, month, day) * secondsPerDay + hour * 3600 + minute * 60 + second
    return Date(timeIntervalSince1970: Double(seconds - offset) + fraction)
  }

  private static func length(of month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01 in the Gregorian calendar.
  ///
  /// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The inverse of ``days(_:_:_:)``; the same source, `civil_from_days`.
  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
