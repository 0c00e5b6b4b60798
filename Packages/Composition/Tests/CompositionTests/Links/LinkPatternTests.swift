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
    ("koober://ride/<id>?from=<id>", "it has '<id>' more than once"),
    ("koober://ride?id=<id>&id=<x>", "it has the query item 'id' twice"),
    ("koober://ride/<id>?from=push", "its query item 'from' is not 'from=<parameter>'"),
    ("koober://ride/<id>?from", "its query item 'from' is not 'from=<parameter>'"),
    ("koober://ride//<id>", "it has an empty segment"),
  ])
  func `A text that does not agree with the parameter is refused`(text: String, reason: String) {
    let error = #expect(throws: LinkPatternError.self) {
      try LinkPattern(text, .integer("id"))
    }

    #expect(error?.pattern == text)
    #expect(error?.reason == reason)
  }

  @Test func `A parameter in the path cannot be optional`() {
    let error = #expect(throws: LinkPatternError.self) {
      try LinkPattern("koober://ride/<id>", .optional(.integer("id")))
    }

    #expect(error?.reason == "'<id>' is in the path and cannot be optional")
  }

  @Test func `A parameter is given once`() {
    let error = #expect(throws: LinkPatternError.self) {
      try LinkPattern("koober://ride/<id>", .integer("id"), .integer("id"))
    }

    #expect(error?.reason == "a parameter was given more than once")
  }

  @Test func `The error says what to do`() {
    let error = #expect(throws: LinkPatternError.self) { try LinkPattern("inbox") }

    let message = """
      The link pattern 'inbox' cannot be used: it has no scheme, such as 'koober://'. \
      Correct it where it is registered.
      """
    #expect(error?.description == message)
  }

  @Test func `Three values arrive in the order of the parameters`() async throws {
    var links = LinkRegistry<String>()
    let pattern = try LinkPattern(
      "koober://trip/<a>/<b>?c=<c>", .text("c"), .integer("a", in: 1...9), .text("b"))
    try links.register(pattern) { c, a, b in "\(c) \(a) \(b)" }

    let trip = try await links.resolve("koober://trip/5/y?c=z")
    #expect(trip == "z 5 y")
    #expect(
      throws: LinkError.badParameter(
        name: "a", value: "10", reason: "expected a whole number from 1 to 9")
    ) { try links.route("koober://trip/10/y?c=z") }
  }
}
