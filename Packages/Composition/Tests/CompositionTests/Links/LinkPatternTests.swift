import Composition
import Testing

struct LinkPatternTests {
  @Test func `A pattern keeps its text`() throws {
    let pattern = try LinkPattern("koober://ride/<id>", .integer("id"))

    #expect(pattern.text == "koober://ride/<id>")
  }

  @Test(arguments: [
    ("ride/<id>", "it has no scheme, such as 'koober://'"),
    ("koober://ride", "it has no '<id>'"),
    ("koober://ride/<number>", "no parameter was given for '<number>'"),
    ("koober://ride/<id>/<number>", "no parameter was given for '<number>'"),
    ("koober://ride/<id>/<id>", "it has '<id>' more than once"),
    ("koober://ride/<id>?from=<id>", "it has a query"),
    ("koober://ride/<id>?", "it has a query"),
    ("koober://ride//<id>", "it has an empty segment"),
  ])
  func `A text that does not agree with the parameter is refused`(text: String, reason: String) {
    let error = #expect(throws: LinkPatternError.self) {
      try LinkPattern(text, .integer("id"))
    }

    #expect(error?.pattern == text)
    #expect(error?.reason == reason)
  }

  @Test func `A pattern without a parameter names none`() {
    let error = #expect(throws: LinkPatternError.self) { try LinkPattern("koober://ride/<id>") }

    #expect(error?.reason == "no parameter was given for '<id>'")
  }

  @Test func `The error says what to do`() {
    let error = #expect(throws: LinkPatternError.self) { try LinkPattern("inbox") }

    let message = """
      The link pattern 'inbox' cannot be used: it has no scheme, such as 'koober://'. \
      Correct it where it is registered.
      """
    #expect(error?.description == message)
  }
}
