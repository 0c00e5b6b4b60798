import Composition
import Testing

struct LinkDeclarationTests {
  @Test func `Declared links are resolved with their values`() async throws {
    let links = try LinkRegistry([
      LinkDeclaration("koober://ride/<id>", .integer("id"), meaning: "a ride") { "ride \($0)" },
      LinkDeclaration("koober://inbox", meaning: "your inbox") { "inbox" },
    ])

    #expect(links.patterns == ["koober://ride/<id>", "koober://inbox"])
    #expect(try await links.resolve("koober://ride/7") == "ride 7")
    #expect(try await links.resolve("koober://inbox") == "inbox")
  }

  @Test func `Two features cannot declare one link`() {
    let inbox = LinkDeclaration("koober://inbox", meaning: "your inbox") { 1 }

    #expect(throws: LinkPatternError.self) { try LinkRegistry([inbox, inbox]) }
  }
}
