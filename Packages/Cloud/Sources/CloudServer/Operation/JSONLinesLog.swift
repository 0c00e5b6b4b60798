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
    // One wake-up and one system call serve all that come within that time.
    if mustStart {
      writer.asyncAfter(deadline: .now() + .milliseconds(5)) { self.writeAll() }
    }
  }

  public func flush(milliseconds: Int) {
    _ = writing.wait(timeout: .now() + .milliseconds(milliseconds))
  }

  private func writeAll() {
    while let entries = nextBatch() {
      // Some lines per system call, and never the text of the whole queue at once.
      for start in stride(from: 0, to: entries.count, by: 64) {
        var lines: [UInt8] = []
        for entry in entries[start..<min(start + 64, entries.count)] {
          Self.append(entry, to: &lines)
        }
        write(lines)
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
    var line: [UInt8] = []
    append(entry, to: &line)
    return String(decoding: line, as: UTF8.self)
  }

  private static func append(_ entry: ServerLogEntry, to line: inout [UInt8]) {
    func add(_ key: StaticString, _ text: String?) {
      guard let text else { return }
      add(key)
      // Names and addresses have nothing to escape.
      if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
        line.append(UInt8(ascii: "\""))
        line += text.utf8
        line.append(UInt8(ascii: "\""))
      } else {
        line += JSON.string(text).serialized().utf8
      }
    }
    func add(_ key: StaticString) {
      line += UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    }
    add("{\"time\":", timestamp(entry.time))
    add(",\"level\":", entry.level.rawValue)
    add(",\"message\":", entry.message)
    add(",\"requestID\":", entry.requestID)
    add(",\"client\":", entry.client)
    add(",\"method\":", entry.method)
    add(",\"endpoint\":", entry.endpoint)
    if let status = entry.status {
      add(",\"status\":")
      line += String(status).utf8
    }
    if let milliseconds = entry.milliseconds {
      add(",\"milliseconds\":")
      line += "\((milliseconds * 1000).rounded() / 1000)".utf8
    }
    add(",\"cause\":", entry.cause)
    if let dropped = entry.dropped {
      add(",\"dropped\":")
      line += String(dropped).utf8
    }
    add("}\n")
  }

  /// Writes a time as ISO 8601 in UTC, with milliseconds.
  private static func timestamp(_ time: Date) -> String {
    let milliseconds = Int((time.timeIntervalSince1970 * 1000).rounded(.down))
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = ""
    func add(_ number: Int32, _ width: Int = 2, then separator: String) {
      let digits = String(number)
      for _ in digits.utf8.count..<max(width, digits.utf8.count) { text += "0" }
      text += digits
      text += separator
    }
    add(parts.tm_year + 1900, 4, then: "-")
    add(parts.tm_mon + 1, then: "-")
    add(parts.tm_mday, then: "T")
    add(parts.tm_hour, then: ":")
    add(parts.tm_min, then: ":")
    add(parts.tm_sec, then: ".")
    add(Int32(milliseconds % 1000), 3, then: "Z")
    return text
  }
}
