import Testing

@testable import Terminal

struct KeyDecoderTests {
  private static let sequences: [(String, [TerminalEvent])] = [
    ("aé東👩\u{200D}👧", keys("aé東👩\u{200D}👧")),
    (
      "\r\n\t\u{7F}\u{8}",
      [.key(.enter), .key(.enter), .key(.tab), .key(.backspace), .key(.backspace)]
    ),
    ("\u{1}\u{5}\u{15}", [.key(.control("a")), .key(.control("e")), .key(.control("u"))]),
    ("\u{3}", [.interrupted]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.key(.up), .key(.down), .key(.right), .key(.left)]),
    ("\u{1B}OA\u{1B}OH\u{1B}OF", [.key(.up), .key(.home), .key(.end)]),
    ("\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.key(.home), .key(.end), .key(.home), .key(.end)]),
    ("\u{1B}[2~\u{1B}[3~", [.key(.insert), .key(.delete)]),
    ("\u{1B}[5~\u{1B}[6~", [.key(.pageUp), .key(.pageDown)]),
    ("\u{1B}[Z", [.key(.backTab)]),
    ("\u{1B}OP\u{1B}[15~\u{1B}[24~\u{1B}[1;2R", [1, 5, 12, 3].map { .key(.function($0)) }),
    ("\u{1B}[1;5D\u{1B}[1;3C", [.key(.wordLeft), .key(.wordRight)]),
    ("\u{1B}[1;2A", [.key(.up)]),
    ("\u{1B}b\u{1B}f\u{1B}x", [.key(.wordLeft), .key(.wordRight), .key(.alt("x"))]),
    ("\u{1B}\u{7F}", [.key(.control("w"))]),
    ("\u{1B}[200~a\nb\u{1B}[A\u{1B}[201~c", [.paste("a\nb\u{1B}[A"), .key(.character("c"))]),
    ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
    ("\u{1B}[I\u{1B}[99~\u{1B}[?1;2cx", [.key(.character("x"))]),
    ("\u{1B}[1\u{3}", [.interrupted]),
    ("\u{1B}[<64;10;5M\u{1B}[<65;10;5M", [.mouse(.wheelUp), .mouse(.wheelDown)]),
    (
      "\u{1B}[<32;1;1M\u{1B}[<0;10;5M\u{1B}[<32;12;4M\u{1B}[<32;13;4M\u{1B}[<0;13;4m\u{1B}[<32;1;1M",
      [.mouse(.drag(columns: 2, rows: -1)), .mouse(.drag(columns: 1, rows: 0))]
    ),
    ("\u{1B}[<0;99999999999999999999;1M\u{1B}[<2;1;1M\u{1B}[<x\u{3}", [.interrupted]),
    ("\u{0}\u{1C}x", [.key(.character("x"))]),
    ("\u{85}x", [.key(.character("x"))]),
    (
      "\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\a\u{1B}]11;rgb:ff/ff/ff\u{7}b",
      [.background(.dark), .key(.character("a")), .background(.light), .key(.character("b"))]
    ),
    (
      "\u{1B}]10;rgb:0/0/0\u{7}\u{1B}]11;rgb:0/0\u{7}\u{1B}]11;rgb:x/0/0\u{7}x",
      [.key(.character("x"))]
    ),
    ("\u{1B}]11;rgb:00000/0/0\u{7}\u{1B}]11;rgb:0/0/0\u{3}", [.interrupted]),
    ("\u{1B}]\u{1B}[A\u{1B}]11;\u{1B}[B", [.key(.alt("]")), .key(.up), .key(.down)]),
  ]

  @Test func `A response that comes in pieces is waited for`() {
    var decoder = KeyDecoder()

    #expect(decoder.feed(Array("\u{1B}]11;rgb:1e1e".utf8)) == [])
    #expect(decoder.flushDelay == 1000)
    #expect(
      decoder.feed(Array("/1e1e/1e1e\u{7}x".utf8)) == [.background(.dark), .key(.character("x"))])
    #expect(decoder.feed(Array("\u{1B}]".utf8)) == [])
    #expect(decoder.flushDelay == 50)
    #expect(decoder.flush() == [.key(.alt("]"))])
  }

  @Test(arguments: sequences)
  func `Bytes become keys`(text: String, events: [TerminalEvent]) {
    var decoder = KeyDecoder()

    #expect(decoder.feed(Array(text.utf8)) == events)
    #expect(decoder.flushDelay == nil)
  }

  // A family of emoji that is split arrives as its members, which no decoder can foresee.
  @Test(arguments: sequences.dropFirst() + [("aé東e", keys("aé東e"))])
  func `A sequence may be split anywhere`(text: String, events: [TerminalEvent]) {
    let bytes = Array(text.utf8)
    var decoder = KeyDecoder()
    for split in 0...bytes.count {
      let found = decoder.feed(Array(bytes[..<split])) + decoder.feed(Array(bytes[split...]))
      #expect(found == events, "split at \(split)")
    }

    let found = bytes.flatMap { decoder.feed([$0]) }

    #expect(found == events)
  }

  @Test func `A lone escape is a key when nothing follows`() {
    var decoder = KeyDecoder()

    #expect(decoder.feed([0x1B]) == [])
    #expect(decoder.flushDelay != nil)
    #expect(decoder.flush() == [.key(.escape)])
    #expect(decoder.flushDelay == nil)
    #expect(decoder.feed(Array("[A".utf8)) == Self.keys("[A"))
  }

  @Test func `Two escapes are two keys`() {
    var decoder = KeyDecoder()

    #expect(decoder.feed([0x1B, 0x1B]) == [.key(.escape)])
    #expect(decoder.flush() == [.key(.escape)])
  }

  @Test(arguments: [[0x1B, 0x5B], [0xE6, 0x9D], [0x1B, 0x4F]] as [[UInt8]])
  func `A sequence that is never finished is dropped`(bytes: [UInt8]) {
    var decoder = KeyDecoder()

    #expect(decoder.feed(bytes) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.feed(Array("x".utf8)) == [.key(.character("x"))])
  }

  @Test func `Wrong bytes are skipped`() {
    var decoder = KeyDecoder()

    #expect(decoder.feed([0xFF, 0x61, 0xC3, 0x62, 0x80]) == Self.keys("ab"))
  }

  @Test func `A large paste is one event`() {
    let text = String(repeating: "0123456789", count: 10_000)
    var decoder = KeyDecoder()
    let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~".utf8)

    let events = stride(from: 0, to: bytes.count, by: 4096).flatMap {
      decoder.feed(Array(bytes[$0..<min($0 + 4096, bytes.count)]))
    }

    #expect(events == [.paste(text)])
  }

  @Test(
    arguments: [
      ("abc", [.paste("abc")]),
      ("abc\u{3}", [.paste("abc"), .interrupted]),
      ("a\u{3}\u{1B}[A", [.paste("a"), .interrupted, .key(.up)]),
      ("", [.paste("")]),
    ] as [(String, [TerminalEvent])])
  func `A paste without an end is over when nothing follows`(text: String, events: [TerminalEvent])
  {
    var decoder = KeyDecoder()

    #expect(decoder.feed(Array("\u{1B}[200~\(text)".utf8)) == [])
    #expect(decoder.flushDelay == 1000)
    #expect(decoder.flush() == events)
    #expect(decoder.flushDelay == nil)
    #expect(decoder.feed([0x03]) == [.interrupted])
  }

  @Test func `An endless paste is bounded`() {
    var decoder = KeyDecoder()
    let piece = Array(repeating: UInt8(ascii: "x"), count: 1 << 16)

    var events = decoder.feed(Array("\u{1B}[200~".utf8))
    for _ in 0..<64 { events += decoder.feed(piece) }
    events += decoder.feed(Array("\u{1B}[201~y".utf8))

    #expect(events == [.paste(String(repeating: "x", count: 1 << 20)), .key(.character("y"))])
  }

  @Test func `Random bytes never trap and leave a usable decoder`() {
    var random = SystemRandomNumberGenerator()
    let alphabet: [UInt8] = [
      0x1B, 0x5B, 0x4F, 0x3B, 0x31, 0x7E, 0x41, 0xC3, 0xA9, 0xFF, 0x80, 0x0D,
    ]
    for _ in 0..<3000 {
      var decoder = KeyDecoder()
      for _ in 0..<4 {
        _ = decoder.feed((0..<5).map { _ in alphabet.randomElement(using: &random) ?? 0 })
      }
      _ = decoder.flush()
      #expect(decoder.feed([0x78]) == [.key(.character("x"))])
    }
  }

  private static func keys(_ text: String) -> [TerminalEvent] {
    text.map { .key(.character($0)) }
  }

  @Test(arguments: [[0xDE], [0xE2, 0x82], [0xF0, 0x9F, 0x9A]] as [[UInt8]])
  func `Ctrl-C behind the beginning of a character is read`(beginning: [UInt8]) {
    var decoder = KeyDecoder()

    #expect(decoder.feed(beginning + [0x03]) == [.interrupted])
  }
}
