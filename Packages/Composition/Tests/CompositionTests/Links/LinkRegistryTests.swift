import Composition
import Testing

struct LinkRegistryTests {
  private enum Destination: Equatable {
    case ride(Int)
    case share(post: String)
    case inbox
  }

  private func links() throws -> LinkRegistry<Destination> {
    var links = LinkRegistry<Destination>()
    try links.register(LinkPattern("koober://ride/<id>", .integer("id"))) { .ride($0) }
    try links.register(LinkPattern("koober://share/<post>", .text("post"))) { .share(post: $0) }
    try links.register(LinkPattern("koober://inbox")) { .inbox }
    return links
  }

  @Test(arguments: [
    ("koober://ride/42", Destination.ride(42)),
    ("KOOBER://Ride/42/", .ride(42)),
    ("koober://ride/%34%32", .ride(42)),
    ("koober://ride/42?from=push&x", .ride(42)),
    ("koober://share/p1", .share(post: "p1")),
    ("koober://share/a%2Fb%20c?to=Ros%C3%A1", .share(post: "a/b c")),
    ("koober://share/P-1/?&to=x", .share(post: "P-1")),
    ("koober://inbox", .inbox),
    ("koober://inbox/?", .inbox),
  ])
  private func `A known link gives its product`(
    link: String, destination: Destination
  ) async throws {
    #expect(try await links().resolve(link) == destination)
  }

  @Test(arguments: [
    "koober://rides/42", "koober://ride", "koober://ride/42/stops", "https://ride/42",
    "koober://in%62ox/1", "koober://ride:80/42", "koober://user@ride/42",
  ])
  func `An unknown link carries the known patterns`(link: String) async throws {
    let known = ["koober://ride/<id>", "koober://share/<post>", "koober://inbox"]

    let links = try links()

    await #expect(throws: LinkError.unknown(link: link, known: known)) {
      try await links.resolve(link)
    }
  }

  @Test(arguments: [
    ("", "it has no scheme, such as 'koober://'"),
    ("ride/42", "it has no scheme, such as 'koober://'"),
    ("koober:ride/42", "it has no scheme, such as 'koober://'"),
    ("koober:/\u{301}/ride", "it has no scheme, such as 'koober://'"),
    ("://ride/42", "its scheme is not letters and digits"),
    ("4you://ride/42", "its scheme is not letters and digits"),
    ("koo ber://ride/42", "its scheme is not letters and digits"),
    ("koobér://ride/42", "its scheme is not letters and digits"),
    ("koober://", "it has an empty segment"),
    ("koober:///", "it has an empty segment"),
    ("koober://ride//42", "it has an empty segment"),
    ("koober://ride/42//", "it has an empty segment"),
    ("koober://ride/42#top", "it has a fragment ('#')"),
    ("koober://ride/4 2", "it has a space; write it as %20"),
    ("koober://ride/%", "a '%' is not followed by two hexadecimal digits"),
    ("koober://ride/%4", "a '%' is not followed by two hexadecimal digits"),
    ("koober://ride/%zz", "a '%' is not followed by two hexadecimal digits"),
    ("koober://ride/%é", "a '%' is not followed by two hexadecimal digits"),
    ("koober://ride/%C3", "its percent-encoded bytes are not UTF-8"),
    ("koober://ride/%FF%FE", "its percent-encoded bytes are not UTF-8"),
    ("koober://ride/%00", "it has a control character"),
    ("koober://ride/4\n2", "it has a control character"),
    ("koober://ride/\u{1B}[2J", "it has a control character"),
    ("koober://ride/42?a=%7F", "it has a control character"),
  ])
  func `A malformed link says which rule it breaks`(link: String, reason: String) async throws {
    let links = try links()

    await #expect(throws: LinkError.malformed(link: link, reason: reason)) {
      try await links.resolve(link)
    }
  }

  @Test func `A huge link is refused before it is read`() async throws {
    let link = "koober://ride/" + String(repeating: "9", count: 1_000_000)
    let links = try links()

    await #expect(
      throws: LinkError.malformed(link: link, reason: "it is longer than 2048 bytes")
    ) { try await links.resolve(link) }
  }

  @Test func `The longest link is read`() async throws {
    let start = "koober://share/"
    let post = String(repeating: "p", count: 2_048 - start.count)

    #expect(try await links().resolve(start + post) == .share(post: post))
  }

  @Test(arguments: [
    ("koober://ride/abc", "id", "abc", "expected a whole number from 0 to \(Int.max)"),
    ("koober://ride/-1", "id", "-1", "expected a whole number from 0 to \(Int.max)"),
    (
      "koober://ride/9223372036854775808", "id", "9223372036854775808",
      "expected a whole number from 0 to \(Int.max)"
    ),
    ("koober://ride/٤٢", "id", "٤٢", "expected a whole number from 0 to \(Int.max)"),
  ])
  func `A bad value is named with its reason`(
    link: String, name: String, value: String, reason: String
  ) async throws {
    let links = try links()

    await #expect(throws: LinkError.badParameter(name: name, value: value, reason: reason)) {
      try await links.resolve(link)
    }
  }

  @Test(arguments: [
    ("koober://ride/<id>", "koober://ride/<number>"),
    ("koober://ride/<id>", "KOOBER://RIDE/<id>"),
    ("koober://ride/new", "koober://ride/<id>"),
    ("koober://<page>/new", "koober://ride/<id>"),
  ])
  func `Two patterns that one link could fit are refused`(first: String, second: String) throws {
    var links = LinkRegistry<String>()
    try links.register(pattern(first)) { first }

    let error = #expect(throws: LinkPatternError.self) {
      try links.register(pattern(second)) { second }
    }
    #expect(error?.pattern == second)
    #expect(error?.reason == "a link that fits it could also mean '\(first)'")
    #expect(links.patterns == [first])
  }

  @Test func `Patterns that no link fits both live side by side`() async throws {
    let texts = [
      "koober://ride/<id>", "koober://ride/<id>/stops", "koober://rides/<id>",
      "kooberx://ride/<id>",
    ]
    var links = LinkRegistry<String>()

    for text in texts { try links.register(pattern(text)) { text } }

    #expect(links.patterns == texts)
    for text in texts { #expect(try await links.resolve(text) == text) }
  }

  @Test func `An empty registry knows no link`() async {
    let links = LinkRegistry<String>()

    await #expect(throws: LinkError.unknown(link: "koober://inbox", known: [])) {
      try await links.resolve("koober://inbox")
    }
  }

  /// A pattern whose parameters may have any text.
  private func pattern(_ text: String) throws -> LinkPattern<Void> {
    let name = ["id", "number", "page"].first { text.contains("<\($0)>") }
    guard let name else { return try LinkPattern(text) }
    return try LinkPattern(text, LinkParameter(name, expected: "any text") { _ in () })
  }
}
