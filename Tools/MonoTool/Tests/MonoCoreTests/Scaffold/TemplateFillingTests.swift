import Testing

@testable import MonoCore

struct TemplateFillingTests {
  @Test(arguments: [
    ("a {{Name}} b", "a Tip b"), ("{{Name}}{{Name}}", "TipTip"), ("no places", "no places"),
    ("{{container}} of {{parent}}: {{more}}", "Main of Account: m"),
  ])
  func `A template is filled`(text: String, expected: String) throws {
    #expect(try Self.filling().fill(text) == expected)
  }

  @Test(arguments: ["{{unknown}}", "{{open"])
  func `A template that cannot be filled is refused`(text: String) throws {
    let filling = try Self.filling()

    #expect(throws: MonoError.self) { try filling.fill(text) }
  }

  private static func filling() throws -> TemplateFilling {
    var settings = FeatureSettings()
    settings.openers = ["Main": ["more": "m"], "Other": ["unknown": "u"]]
    return TemplateFilling(
      name: try FeatureName("Tip"), parent: "Account", container: "Main", settings: settings)
  }
}
