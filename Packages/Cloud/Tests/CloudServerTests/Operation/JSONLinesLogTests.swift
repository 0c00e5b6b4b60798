import FoundationEssentials
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
        + #""cause":"\"disk\"\u000a\u0007\u007f \\ full é"}"# + "\n")
  }

  @Test func `What is not known is left out`() {
    let entry = ServerLogEntry(
      time: Date(timeIntervalSince1970: 0), level: .info, message: "stopped")

    #expect(
      JSONLinesLog.line(for: entry)
        == #"{"time":"1970-01-01T00:00:00.000Z","level":"info","message":"stopped"}"# + "\n")
  }
}
