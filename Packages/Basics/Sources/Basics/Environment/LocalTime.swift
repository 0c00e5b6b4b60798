import Glibc
import Synchronization

/// The time of day in the zone of the process: that of `TZ`, or without it the machine's.
public enum LocalTime {
  private static let isUsed = Atomic(false)

  /// Whether the program shows times in this zone; `false` until ``use()``, so that tests print
  /// the same everywhere.
  public static var isInUse: Bool { isUsed.load(ordering: .relaxed) }

  /// Shows times in this zone from now on; for the start of a program.
  public static func use() { isUsed.store(true, ordering: .relaxed) }

  /// Returns a time with its zone, to the minute, for example `2026-01-01 23:30 AEDT`; `nil` for a
  /// time that no calendar of the system has.
  ///
  /// Foundation knows zones only with its large part, which would be loaded for this alone.
  public static func text(secondsSince1970 seconds: Int) -> String? {
    var time = time_t(seconds)
    var fields = tm()
    guard localtime_r(&time, &fields) != nil else { return nil }
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, "%Y-%m-%d %H:%M %Z", &fields)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
