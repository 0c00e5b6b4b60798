import BasicsTesting
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import CloudServer

struct JSONLinesLogTests {
  @Test func `An entry is one line of JSON`() {
    var entry = ServerLogEntry(
      time: Date(timeIntervalSince1970: 1_767_268_800.007), level: .error, message: "request")
    entry.requestID = "a-1"
    entry.method = "GET"
    entry.endpoint = "ride"
    entry.status = 503
    entry.milliseconds = 1.23456
    entry.cause = "\"disk\"\n\u{7}\u{7F} \\ full é"

    #expect(
      JSONLinesLog.line(for: entry)
        == #"{"time":"2026-01-01T12:00:00.007Z","level":"error","message":"request","#
        + #""requestID":"a-1","method":"GET","endpoint":"ride","status":503,"milliseconds":1.235,"#
        + #""cause":"\"disk\"\n\u0007\u007f \\ full é"}"# + "\n")
  }

  @Test func `What is not known is left out`() {
    let entry = ServerLogEntry(
      time: Date(timeIntervalSince1970: 0), level: .info, message: "stopped")

    #expect(
      JSONLinesLog.line(for: entry)
        == #"{"time":"1970-01-01T00:00:00.000Z","level":"info","message":"stopped"}"# + "\n")
  }

  @Test func `A stalled reader stops no caller, and later learns what is missing`() throws {
    let (input, output) = try pipe()
    defer { close(input) }
    let log = JSONLinesLog(descriptor: output, capacity: 10)
    let entry = ServerLogEntry(
      time: Date(timeIntervalSince1970: 0), level: .info,
      message: String(repeating: "a", count: 100_000))

    // At most one is in the pipe, ten are taken by the writer, and ten wait.
    for _ in 0..<100 { log.write(entry) }
    let dropped = log.droppedCount
    let lines = Lines(input)
    log.flush(milliseconds: 20_000)
    log.write(ServerLogEntry(time: entry.time, level: .info, message: "last"))
    log.flush(milliseconds: 20_000)
    close(output)
    let read = lines.wait()

    #expect((79...90).contains(dropped))
    #expect(read.count { $0.contains("aaa") } == 100 - dropped)
    // A writer that is late takes ten entries, and the number of those lost so far, in between.
    let head =
      #"{"time":"1970-01-01T00:00:00.000Z","level":"error","message":"log entries dropped","#
      + "\"dropped\":"
    let reported = read.filter { $0.hasPrefix(head) }
    #expect(
      reported.compactMap { Int($0.dropFirst(head.count).dropLast()) }.reduce(0, +) == dropped)
    #expect(read.last?.contains("last") == true)
  }

  private func pipe() throws -> (input: Int32, output: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    return (ends[0], ends[1])
  }
}

/// Reads lines on a thread of its own until the writer closes its end.
private final class Lines: Sendable {
  private let text = Mutex("")
  private let end = DispatchGroup()

  init(_ descriptor: Int32) {
    end.enter()
    TestThread.start { [self] in
      defer { end.leave() }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return }
        text.withLock { $0 += String(decoding: buffer[..<count], as: UTF8.self) }
      }
    }
  }

  func wait() -> [Substring] {
    _ = end.wait(timeout: .now() + 30)
    return text.withLock { $0.split(separator: "\n") }
  }
}

extension JSONLinesLog {
  /// Returns the line of an entry.
  static func line(for entry: ServerLogEntry) -> String {
    var line: [UInt8] = []
    append(entry, to: &line)
    return String(decoding: line, as: UTF8.self)
  }
}
