import Composition
import Testing

struct LinkErrorTests {
  @Test(arguments: [
    (
      LinkError.malformed(link: "ride", reason: "it has no scheme"),
      "'ride' is not a link: it has no scheme. Check it, or ask for it again."
    ),
    (
      .unknown(link: "koober://x", known: ["koober://inbox", "koober://ride/<id>"]),
      "The link 'koober://x' is unknown. Known are koober://inbox, koober://ride/<id>."
    ),
    (
      .unknown(link: "koober://x", known: []),
      "The link 'koober://x' is unknown, and no link is known here."
    ),
    (
      .badParameter(name: "id", value: "x", reason: "expected a number"),
      "The link has no good 'id': expected a number, found 'x'. Correct it."
    ),
  ])
  func `The message says what happened and what to do`(error: LinkError, message: String) {
    #expect(error.description == message)
  }

  @Test func `A hostile link cannot steer the terminal`() {
    let error = LinkError.malformed(link: "a\u{1B}[2J\u{202E}b\u{2028}", reason: "r")

    #expect(error.description.hasPrefix("'a\\u{1b}[2J\\u{202e}b\\u{2028}' is not a link"))
  }

  @Test func `A long link is cut`() {
    let error = LinkError.malformed(link: String(repeating: "x", count: 1_000), reason: "r")

    #expect(error.description.hasPrefix("'\(String(repeating: "x", count: 80))...' is not"))
  }
}
