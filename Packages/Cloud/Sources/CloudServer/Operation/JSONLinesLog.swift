import Basics
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// Writes each entry as one line of JSON, from a bounded queue and on a thread of its own.
///
/// A reader that stalls does not stop the callers: when the queue is full, entries are dropped and
/// counted, and the count is written as an entry once the reader continues.
public final class JSONLinesLog: ServerLog {
  private struct State {
    var entries: [ServerLogEntry] = []
    var isWriting = false
    /// The time of the last entry that was dropped since the count was written.
    var lastDropped: Date?
    var dropped = 0
    var droppedTotal = 0
  }

  private let descriptor: Int32
  private let capacity: Int
  private let state = Mutex(State())
  /// A serial queue has a thread of its own while it works.
  private let writer = DispatchQueue(label: "koober.log")
  private let writing = DispatchGroup()

  /// - Parameters:
  ///   - descriptor: An open file; 2 is the standard error.
  ///   - capacity: The most entries that wait to be written.
  public init(descriptor: Int32 = 2, capacity: Int = 8192) {
    self.descriptor = descriptor
    self.capacity = capacity
  }

  public var droppedCount: Int { state.withLock { $0.droppedTotal } }

  public func write(_ entry: ServerLogEntry) {
    let mustStart = state.withLock { state in
      guard state.entries.count < capacity else {
        state.lastDropped = entry.time
        state.dropped += 1
        state.droppedTotal += 1
        return false
      }
      state.entries.append(entry)
      guard !state.isWriting else { return false }
      state.isWriting = true
      writing.enter()
      return true
    }
    if mustStart { writer.async { self.writeAll() } }
  }

  public func flush(milliseconds: Int) {
    _ = writing.wait(timeout: .now() + .milliseconds(milliseconds))
  }

  private func writeAll() {
    while let entries = nextBatch() {
      // Some lines per system call, and never the text of the whole queue at once.
      for start in stride(from: 0, to: entries.count, by: 64) {
        let lines = entries[start..<min(start + 64, entries.count)].map(Self.line)
        write(Array(lines.joined().utf8))
      }
    }
    writing.leave()
  }

  /// Removes the waiting entries; `nil` when there are none, and the next one restarts the writer.
  private func nextBatch() -> [ServerLogEntry]? {
    state.withLock { state in
      guard !state.entries.isEmpty || state.dropped > 0 else {
        state.isWriting = false
        return nil
      }
      var batch = state.entries
      state.entries = []
      if let time = state.lastDropped {
        var entry = ServerLogEntry(time: time, level: .error, message: "log entries dropped")
        entry.dropped = state.dropped
        batch.append(entry)
        (state.dropped, state.lastDropped) = (0, nil)
      }
      return batch
    }
  }

  private func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if errno != EINTR {
        // A failure to write the log cannot be logged.
        return
      }
    }
  }

  /// A request makes one line, so the line is put together by hand: an encoder would take longer
  /// than many a request.
  static func line(for entry: ServerLogEntry) -> String {
    var line =
      "{\"time\":\"\(timestamp(entry.time))\",\"level\":\"\(entry.level.rawValue)\""
    func add(_ key: String, text: String?) {
      guard let text else { return }
      line += ",\"\(key)\":" + JSON.string(text).serialized()
    }
    add("message", text: entry.message)
    add("requestID", text: entry.requestID)
    add("client", text: entry.client)
    add("method", text: entry.method)
    add("endpoint", text: entry.endpoint)
    if let status = entry.status { line += ",\"status\":\(status)" }
    if let milliseconds = entry.milliseconds {
      line += ",\"milliseconds\":\((milliseconds * 1000).rounded() / 1000)"
    }
    add("cause", text: entry.cause)
    if let dropped = entry.dropped { line += ",\"dropped\":\(dropped)" }
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
}
