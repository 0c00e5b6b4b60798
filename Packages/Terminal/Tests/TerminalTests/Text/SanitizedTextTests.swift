import Terminal
import Testing

struct SanitizedTextTests {
  @Test(arguments: [
    ("Opera House", "Opera House"),
    ("a\tb\nc\r\nd\re", "a b c d e"),
    ("\u{1B}[31mred\u{1B}[0m", "red"),
    ("\u{1B}[1;31", ""),
    ("a\u{1B}", "a"),
    ("\u{1B}]0;title\u{07}x", "x"),
    ("\u{1B}]8;;http://evil\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
    ("\u{1B}Pq#0\u{1B}\\x", "x"),
    ("\u{1B}]0;open\nsecret", " secret"),
    ("\u{9B}2Jx", "x"),
    ("\u{9D}0;t\u{9C}x", "x"),
    ("\u{1B}(0lqk\u{1B}(B", "lqk"),
    ("\u{1B}cx", "x"),
    ("a\u{0}\u{7}\u{8}\u{7F}\u{85}b", "a b"),
    ("user\u{202E}gpj.exe", "usergpj.exe"),
    ("\u{2066}a\u{2069}\u{200F}\u{061C}b", "ab"),
    ("pa\u{200B}y\u{FEFF}p\u{2060}al\u{AD}", "paypal"),
    ("a\u{200D}b", "ab"),
    ("👩\u{200D}👧", "👩\u{200D}👧"),
    ("❤\u{FE0F}", "❤\u{FE0F}"),
    ("a\u{FE0F}", "a"),
    ("می\u{200C}خواهم", "می\u{200C}خواهم"),
    ("Café 東京", "Café 東京"),
    ("tag\u{E0041}\u{E007F}", "tag"),
    ("a\u{2028}b", "a b"),
  ])
  func `Nothing that disturbs a terminal is left`(text: String, clean: String) {
    #expect(SanitizedText.clean(text) == clean)
  }

  @Test func `A letter keeps a limited number of marks`() {
    let clean = SanitizedText.clean("e" + String(repeating: "\u{301}", count: 100))

    #expect(clean.unicodeScalars.count == 9)
  }

  @Test func `Every scalar is harmless after cleaning, and cleaning again changes nothing`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let clean = SanitizedText.clean("a\(scalar)b")
      let isControl = clean.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }
      if isControl || SanitizedText.clean(clean) != clean { Issue.record("U+\(value)") }
    }
  }

  @Test func `Random sequences of control characters are harmless after cleaning`() {
    var random = SystemRandomNumberGenerator()
    let alphabet: [Unicode.Scalar] = [
      "\u{1B}", "[", "]", "P", "\\", "\u{7}", "\u{9B}", "\u{9C}", "m", "1", ";", "(", "a", "\n",
      "\u{200D}", "👩", "\u{FE0F}", "\u{301}",
    ]
    for _ in 0..<2000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<12 { text.append(alphabet.randomElement(using: &random) ?? "a") }
      let clean = SanitizedText.clean(String(text))
      #expect(!clean.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value })
      #expect(SanitizedText.clean(clean) == clean)
    }
  }
}
