import Testing

@testable import mono

struct FeatureNameTests {
  @Test(arguments: [
    ("Tipping", "tipping", "tipping", "tipping"), ("TipJar", "tip jar", "tip-jar", "tipJar"),
    ("ETAFeature2", "etafeature2", "etafeature2", "etafeature2"),
  ])
  func `A name has its forms`(type: String, words: String, kebab: String, camel: String) throws {
    let name = try FeatureName(type)

    #expect(name.words == words)
    #expect(name.kebab == kebab)
    #expect(name.camel == camel)
  }

  @Test(arguments: [
    "", "tipping", "Tip Jar", "Tip-Jar", "../Tip", "Tip/Jar", "Tïp", "1Tip", "Tip\n", "Swift",
    "Foundation", "Testing", "TipTests", "TipTesting", "Switch", String(repeating: "T", count: 61),
  ])
  func `A name that cannot be a module is refused`(name: String) {
    #expect(throws: MonoError.self) { try FeatureName(name) }
  }
}

struct TemplateFillingTests {
  @Test(arguments: [
    ("a {{Name}} b", "a Tip b"), ("{{Name}}{{Name}}", "TipTip"), ("no places", "no places"),
    ("{{container}} of {{parent}}: {{more}}", "Main of Account: m"),
  ])
  func `A template is filled`(text: String, expected: String) throws {
    #expect(try Self.filling().fill(text) == expected)
  }

  @Test func `A template that asks for a value of another container is refused`() throws {
    let filling = try Self.filling()

    #expect(throws: MonoError.self) { try filling.fill("{{unknown}}") }
  }

  private static func filling() throws -> TemplateFilling {
    let settings = FeatureSettings(
      folder: "", templates: "", compositionRoot: "", rootTarget: "", container: "",
      openers: ["Main": ["more": "m"], "Other": ["unknown": "u"]], edits: [], next: [])
    return TemplateFilling(
      name: try FeatureName("Tip"), parent: "Account", container: "Main", settings: settings)
  }
}
