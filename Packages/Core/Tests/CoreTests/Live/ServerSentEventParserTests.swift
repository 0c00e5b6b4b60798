import Basics
import Core
import FoundationEssentials
import Testing

/// The rules of WHATWG HTML, section 9.2.6.
struct ServerSentEventParserTests {
  @Test(arguments: ["\n", "\r", "\r\n"])
  func `A line ends with a line feed, a carriage return, or both`(end: String) throws {
    let events = try parse(
      ["event: ride", "id: 7", "data: {}", "", "data: 1", "", ""].joined(separator: end))

    #expect(events == [event("ride", "{}", id: "7"), event("message", "1")])
  }

  @Test(arguments: [
    ("data:1\n\n", [("message", "1")]),
    ("data: 1\n\n", [("message", "1")]),
    ("data:  1\n\n", [("message", " 1")]),
    ("data: a:b\n\n", [("message", "a:b")]),
    ("data\n\n", [("message", "")]),
    ("data\ndata\n\n", [("message", "\n")]),
    ("data: 1\ndata: 2\ndata:\n\n", [("message", "1\n2\n")]),
    ("event: a\nevent: b\ndata: 1\n\n", [("b", "1")]),
    ("event: ride\n\ndata: 1\n\n", [("message", "1")]),
    (": a comment\ndata: 1\n:\n\n", [("message", "1")]),
    (":\n\n", []),
    ("retry: 10\nData: 2\ndata : 3\n other\ndata: 1\n\n", [("message", "1")]),
    ("\n\n\ndata: 1\n\n\n\n", [("message", "1")]),
    ("\u{FEFF}data: 1\n\n", [("message", "1")]),
    ("\u{FEFF}\ndata: 1\n\n", [("message", "1")]),
    ("\u{FEFF}\u{FEFF}data: 1\n\n", []),
    ("data: 1\n\n\u{FEFF}data: 2\n\n", [("message", "1")]),
    ("data: 1\n\ndata: 2\n", [("message", "1")]),
    ("data: 1\n\ndata: 2", [("message", "1")]),
    ("", []),
  ])
  func `The fields of a stream become events`(text: String, expected: [(String, String)]) throws {
    let events = try parse(text)

    #expect(events.map(\.name) == expected.map(\.0))
    #expect(events.map { String(decoding: $0.data, as: UTF8.self) } == expected.map(\.1))
  }

  @Test(arguments: [
    ("id: 7\ndata: 1\n\n", ["7"]),
    ("id: 7\ndata: 1\n\ndata: 2\n\n", ["7", nil]),
    ("id: 7\nid: 8\ndata: 1\n\n", ["8"]),
    ("id: 7\nid: 8\u{0}\ndata: 1\n\n", ["7"]),
    ("id: \u{0}\ndata: 1\n\n", [nil]),
    ("id\ndata: 1\n\n", [""]),
  ])
  func `An event has its own id, if it has one without a zero byte`(
    text: String, expected: [String?]
  ) throws {
    #expect(try parse(text).map(\.id) == expected)
  }

  @Test func `Bytes that are no text stay what they are in the data`() throws {
    var parser = ServerSentEventParser()

    let events = try parser.append(
      Array("\u{FEFF}".utf8) + [0xFF, 0x0A] + Array("data:".utf8)
        + [0xFF, 0xFE, 0x00, 0x0A, 0x0A])

    #expect(events == [ServerSentEvent("message", data: Data([0xFF, 0xFE, 0x00]))])
  }

  @Test func `The longest event is taken, and a longer one is an error`() throws {
    let data = [UInt8](repeating: UInt8(ascii: "1"), count: ServerSentEventParser.longestEvent / 2)
    let line = Array("data:".utf8) + data + Array("\n".utf8)
    // The field's name is counted only as long as its line is read.
    let rest = Array("data:".utf8) + data.dropLast(6) + Array("\n".utf8)
    var parser = ServerSentEventParser()

    let events = try parser.append(line + rest + Array("\n".utf8))
    #expect(events.map(\.data.count) == [2 * data.count - 5])
    #expect(try parser.append(Array("data: 1\n\n".utf8)).count == 1)

    #expect(throws: ServerSentEventParser.TooLongError.self) {
      try parser.append(line + line + line)
    }
  }

  @Test(arguments: ["data:", ":"])
  func `A line without an end is an error`(field: String) throws {
    var parser = ServerSentEventParser()
    _ = try parser.append(Array(field.utf8))
    let rest = ServerSentEventParser.longestEvent - field.utf8.count
    _ = try parser.append(repeatElement(UInt8(ascii: "1"), count: rest))

    #expect(throws: ServerSentEventParser.TooLongError.self) {
      try parser.append([UInt8(ascii: "1")])
    }
  }

  @Test func `A stream that is cut anywhere brings the same events`() throws {
    let whole = try parse(Self.mixed)
    #expect(whole.count == 5)
    let bytes = Array(Self.mixed.utf8)

    for cut in 0...bytes.count {
      var parser = ServerSentEventParser()
      let events = try parser.append(bytes[..<cut]) + parser.append(bytes[cut...])

      #expect(events == whole, "cut at \(cut)")
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `A stream in random pieces brings the same events`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var rest = Array(Self.mixed.utf8)[...]
    var parser = ServerSentEventParser()
    var events: [ServerSentEvent] = []

    while !rest.isEmpty {
      let count = Int.random(in: 0...9, using: &random)
      events += try parser.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }

    #expect(try events == parse(Self.mixed))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `Random bytes are read without a crash`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    // Half of the pieces mean something.
    let signs = ["data:", "event:", "id:", " ", ":", "\r", "\n", "\n\n", "\u{0}", "\u{FEFF}"]
    let bytes = (0..<2048).flatMap { _ in
      Bool.random(using: &random)
        ? Array(signs[Int.random(in: signs.indices, using: &random)].utf8)
        : [UInt8.random(in: .min ... .max, using: &random)]
    }
    var parser = ServerSentEventParser()

    let events = try parser.append(bytes)

    #expect(!events.isEmpty)
    var other = ServerSentEventParser()
    #expect(try bytes.flatMap { try other.append([$0]) } == events)
  }

  @Test(arguments: [
    ("ride", #"{"a":"b: c"}"#, "7"), ("friends", "{}", nil), ("message", "", ""),
    ("ride", #"{"name":"Zoë ☂"}"#, "a:b c"),
  ])
  func `An event that is written is read again`(name: String, data: String, id: String?) throws {
    let sent = event(name, data, id: id)
    var parser = ServerSentEventParser()

    #expect(try parser.append(sent.encoded + sent.encoded) == [sent, sent])
  }

  /// Every kind of line, in every way of ending one.
  private static let mixed =
    "\u{FEFF}event: ride\r\nid: 7\r\ndata: {\"a\":\r\ndata: \"ü\"}\r\n\r\n: comment\r\rdata\r\r"
    + "event:position\ndata:{}\n\nretry: 1\nid: 8\u{0}\ndata: ☂\r\n\n\r\nid:9\rdata:last\n\n"
    + "data: lost\n"

  private func parse(_ text: String) throws -> [ServerSentEvent] {
    var parser = ServerSentEventParser()
    return try parser.append(Array(text.utf8))
  }

  private func event(_ name: String, _ data: String, id: String? = nil) -> ServerSentEvent {
    ServerSentEvent(name, data: Data(data.utf8), id: id)
  }
}
