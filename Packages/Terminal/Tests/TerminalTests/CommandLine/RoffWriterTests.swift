import Testing

@testable import Terminal

struct RoffWriterTests {
  @Test(arguments: [
    (".TH x", "\\&.TH x"), ("'x", "\\(aqx"), ("a\\b", "a\\eb"), ("--json", "\\-\\-json"),
    ("~/^`", "\\(ti/\\(ha\\(ga"), ("café…", "caf\\[u00E9]\\[u2026]"), ("🚗", "\\[u1F697]"),
  ])
  func `Text that roff would change is escaped`(text: String, escaped: String) {
    #expect(RoffWriter.escapedLine(text) == escaped)
  }

  @Test func `A quotation mark in a macro's argument is escaped`() {
    var writer = RoffWriter()
    writer.section("A \"B\"")

    #expect(writer.text == ".SH \"A \\(dqB\\(dq\"\n")
  }
}
