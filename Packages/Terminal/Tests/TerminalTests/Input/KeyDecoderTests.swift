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
    ("\u{1B}OP\u{1B}[15~\u{1B}[24~\u{1B}[13;2~", [1, 5, 12, 3].map { .key(.function($0)) }),
    ("\u{1B}[[A\u{1B}[[E\u{1B}OR\u{1B}O5P", [1, 5, 3, 1].map { .key(.function($0)) }),
    ("\u{1B}[2$\u{1B}[3$x", [.key(.insert), .key(.delete), .key(.character("x"))]),
    ("\u{9B}A\u{8F}B", [.key(.up), .key(.down)]),
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
    (
      "\u{1B}[<0;10;5M\u{1B}[<0;10;5m\u{1B}[<0;10;5m\u{1B}[<0;9;5M\u{1B}[<0;10;5m",
      [.mouse(.click(column: 9, row: 4))]
    ),
    ("\u{1B}[M *%\u{1B}[M#*%", [.mouse(.click(column: 9, row: 4))]),
    ("\u{1B}[M`*+\u{1B}[Ma*+\u{1B}[96;9;9M", [.wheelUp, .wheelDown, .wheelUp].map { .mouse($0) }),
    (
      "\u{1B}[M \u{100}%\u{1B}[M@\u{102}$\u{1B}[M#\u{102}$\u{1B}[M@!!",
      [.mouse(.drag(columns: 2, rows: -1))]
    ),
    ("\u{1B}[M \u{3}\u{1B}[M\u{1B}[A", [.interrupted, .key(.up)]),
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
    ("\u{1B}]\u{1B}[A\u{1B}]11;\u{1B}[B", [.key(.up), .key(.down)]),
    ("\u{1B}P1$\u{18}a\u{1B}[1\u{1A}b\u{1B}_\u{3}", keys("ab") + [.interrupted]),
    ("\u{9D}11;rgb:0/0/0\u{9C}", [.background(.dark)]),
  ]

  /// What terminals send of their own accord, or late to a program that ran before.
  private static let reports: [[UInt8]] =
    [
      "[M c*", "[M C\u{80}", "[M\u{A0}\u{7FF}\u{9B}", "[M#\u{0}\u{0}", "[35;10;5M", "[<0;10;5M",
      "[<0;10;5m",
      "[tab", "[Tabcdef", "[I", "[O", "[0n", "[?1;2c", "[>0;276;0c", "[24;80R", "[1;80R",
      "[?6;1R", "[?1;0;256S", "[?2026;2$y", "[4;1$y", "[8;24;80t", "[97;5u", "[27;5;13~",
      "[1;1:3A", "[\(String(repeating: "1;", count: 99))A", "P>|xterm(370)\u{1B}\\",
      "P1$r0m\u{7}qq\u{1B}\\", "P1+r\(String(repeating: "q", count: 199))\u{1B}\\",
      "]52;c;\(String(repeating: "q", count: 199))\u{7}", "]lÜ ✓ “q”\u{1B}\\",
      "]4;1;rgb:0/0/0\u{9C}",
      "Xq\u{7}q\rq\u{1B}\\", "^q\u{1B}\\", "_Gi=1;OK\u{1B}\\", "\\",
    ].map { Array("\u{1B}\($0)".utf8) } + [
      [0x1B, 0x5B, 0x4D, 0x20, 0xF0, 0xA0], [0x1B, 0x5B, 0x4D, 0x20, 0xC4, 0xFF],
      [0x9B, 0x3F, 0x31, 0x63], [0x90, 0x71, 0x71, 0x9C], Array("\u{9B}?1;2c".utf8),
      Array("\u{98}q\u{9C}\u{9E}q\u{9C}\u{9F}q\u{9C}\u{90}q\u{9C}".utf8),
    ]

  @Test(arguments: reports)
  func `No report is a key, wherever it is split and whatever the pause`(report: [UInt8]) {
    for split in 1...report.count {
      var decoder = KeyDecoder()
      var events = decoder.feed(Array(report[..<split]))
      // A lone escape is the key, and nothing else is.
      let isEscape = decoder.flushDelay == 100
      events += decoder.flush() + decoder.feed(Array(report[split...]))
      #expect(events == (isEscape ? [.key(.escape)] : []), "split at \(split)")
      #expect(decoder.flushDelay == nil, "split at \(split)")
    }
  }

  @Test(arguments: ["é", "東", "\u{1B}é", "\u{1B}[A", "\u{1B}OA", "\u{1B}[1;5D", "\u{1B}[M`*+"])
  func `A pause changes nothing in a sequence that has begun`(text: String) {
    let bytes = Array(text.utf8)
    var whole = KeyDecoder()
    let expected = whole.feed(bytes)
    for split in 1..<bytes.count {
      var decoder = KeyDecoder()
      let first = decoder.feed(Array(bytes[..<split]))
      guard decoder.flushDelay != 100 else { continue }
      #expect(first + decoder.flush() + decoder.feed(Array(bytes[split...])) == expected)
    }
  }

  @Test(arguments: ["\u{1B}[1", "\u{1B}[M c", "\u{1B}Pqq", "\u{1B}]11", "\u{1B}[", "\u{1B}O"])
  func `What is never finished is given up`(text: String) {
    var decoder = KeyDecoder()

    #expect(decoder.feed(Array(text.utf8)) + decoder.flush() + decoder.flush() == [])
    #expect(decoder.flushDelay == nil)
    #expect(decoder.feed(Array("A".utf8)) == Self.keys("A"))
  }

  @Test func `A response that comes in pieces is waited for`() {
    var decoder = KeyDecoder()

    #expect(decoder.feed(Array("\u{1B}]11;rgb:1e1e".utf8)) == [])
    #expect(decoder.flushDelay == 1000)
    #expect(
      decoder.feed(Array("/1e1e/1e1e\u{7}x".utf8)) == [.background(.dark), .key(.character("x"))])
    #expect(decoder.feed(Array("\u{1B}]".utf8)) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.feed(Array("11;rgb:f/f/f\u{7}".utf8)) == [.background(.light)])
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
    #expect(decoder.flushDelay == 2000)
    #expect(decoder.flush() == [])
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
      0x1B, 0x5B, 0x4F, 0x3B, 0x31, 0x7E, 0x41, 0xC3, 0xA9, 0xFF, 0x80, 0x0D, 0x4D, 0x50, 0x9C,
      0x5C, 0x18, 0x07, 0xC2, 0x9B,
    ]
    for _ in 0..<3000 {
      var decoder = KeyDecoder()
      for _ in 0..<4 {
        _ = decoder.feed((0..<5).map { _ in alphabet.randomElement(using: &random) ?? 0 })
      }
      while decoder.flushDelay != nil { _ = decoder.flush() }
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
