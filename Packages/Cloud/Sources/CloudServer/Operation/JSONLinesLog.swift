import FoundationEssentials
import Glibc

/// Writes each entry as one line of JSON to the standard error.
public struct JSONLinesLog: ServerLog {
  /// Creates the log.
  public init() {}

  public func write(_ entry: ServerLogEntry) {
    let line = Array(Self.line(for: entry).utf8)
    // One call for the whole line: lines of several threads do not mix. A log that cannot be
    // written has nowhere to say so.
    _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// A request makes one line, so the line is put together by hand: an encoder would take longer
  /// than many a request.
  static func line(for entry: ServerLogEntry) -> String {
    var line =
      "{\"time\":\"\(timestamp(entry.time))\",\"level\":\"\(entry.level.rawValue)\""
    func add(_ key: String, text: String?) {
      guard let text else { return }
      line += ",\"\(key)\":\"\(escape(text))\""
    }
    add("message", text: entry.message)
    add("requestID", text: entry.requestID)
    add("method", text: entry.method)
    add("endpoint", text: entry.endpoint)
    if let status = entry.status { line += ",\"status\":\(status)" }
    if let milliseconds = entry.milliseconds {
      line += ",\"milliseconds\":\((milliseconds * 1000).rounded() / 1000)"
    }
    add("cause", text: entry.cause)
    return line + "}\n"
  }

  /// Writes a time as ISO 8601 in UTC, with milliseconds.
  private static func timestamp(_ time: Date) -> String {
    let milliseconds = Int((time.timeIntervalSince1970 * 1000).rounded(.down))
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func padded(_ number: Int32, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let day =
      "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    let clock = "\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))"
    return "\(day)T\(clock).\(padded(Int32(milliseconds % 1000), 3))Z"
  }

  /// Source: RFC 8259, section 7.
  private static func escape(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }
    guard !isPlain else { return text }
    return text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
