import Basics
public import FoundationEssentials

/// Formats distances, durations and times for users.
public enum Formatters {
  /// A length, for example `850 m` or `12.3 km`.
  public static func distance(meters: Int) -> String {
    guard meters >= 1000 else { return "\(meters) m" }
    let tenths = meters / 100 + (meters % 100 >= 50 ? 1 : 0)
    return "\(tenths / 10).\(tenths % 10) km"
  }

  /// A duration in minutes, for example `7 min` or `1 h 5 min`; begun minutes count.
  public static func duration(seconds: Int) -> String {
    let minutes = seconds / 60 + (seconds % 60 > 0 ? 1 : 0)
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  /// A time with its zone, for example `2026-01-01 12:30 UTC`: in the time zone of the process where the
  /// program uses `LocalTime`, or in UTC.
  public static func time(_ date: Date) -> String {
    let seconds = Int(exactly: date.timeIntervalSince1970.rounded(.down))
    if LocalTime.isInUse, let seconds, let text = LocalTime.text(secondsSince1970: seconds) {
      return text
    }
    let text = date.formatted(
      .iso8601.year().month().day().dateTimeSeparator(.space).time(
        includingFractionalSeconds: false))
    return "\(text.prefix(16)) UTC"
  }
}
