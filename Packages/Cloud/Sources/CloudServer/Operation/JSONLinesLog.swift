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
    (self.descriptor, self.capacity) = (descriptor, capacity)
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
    if mustStart { writer.asyncAfter(deadline: .now() + .milliseconds(5)) { self.writeAll() } }
  }

  public func flush(milliseconds: Int) {
    _ = writing.wait(timeout: .now() + .milliseconds(milliseconds))
  }

  private func writeAll() {
    while let entries = nextBatch() {
      // Some lines per system call, and never the text of the whole queue at once.
      for start in stride(from: 0, to: entries.count, by: 64) {
        var lines: [UInt8] = []
        for entry in entries[start...].prefix(64) { Self.append(entry, to: &lines) }
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

  static func append(_ entry: ServerLogEntry, to lines: inout [UInt8]) {
    var members: JSON.Object = [
      "time": ISO8601.text(of: entry.time, milliseconds: true).map(JSON.string) ?? .null,
      "level": .string(entry.level.rawValue), "message": .string(entry.message),
    ]
    members["requestID"] = entry.requestID.map(JSON.string)
    members["client"] = entry.client.map(JSON.string)
    members["method"] = entry.method.map(JSON.string)
    members["endpoint"] = entry.endpoint.map(JSON.string)
    members["status"] = entry.status.map { .number(JSON.Number($0)) }
    members["milliseconds"] = entry.milliseconds.map { .number(($0 * 1000).rounded() / 1000) }
    members["cause"] = entry.cause.map(JSON.string)
    members["dropped"] = entry.dropped.map { .number(JSON.Number($0)) }
    JSON.object(members).write(to: &lines)
    lines.append(UInt8(ascii: "\n"))
  }
}
