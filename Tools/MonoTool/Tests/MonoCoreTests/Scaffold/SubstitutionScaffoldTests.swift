import Testing

@testable import MonoCore

/// A new substitution in a package with one flag.
struct SubstitutionScaffoldTests {
  private static let definitions = """
    {
      "flags": {
        "order": { "state": "ENABLED", "variants": { "up": "up" }, "defaultVariant": "up" }
      }
    }
    """
  private static let flagSet = """
    extension FlagSet {
      static let red = FlagSet(document: [], substitutions: [order])
    }
    """

  @Test func `Both implementations, the flag and the tests are made, and stand in the list`() throws
  {
    let folder = try CheckFixture.make()
    try folder.write(Self.definitions, to: "Packages/Red/Sources/Red/Flags/red-flags.json")
    try folder.write(Self.flagSet, to: "Packages/Red/Sources/Red/Flags/RedFlags.swift")

    let plan = try SubstitutionScaffold(workspace: folder.workspace())
      .plan(name: "PriceText", in: "Red")
    try TreeChange(root: folder.path, edits: plan.edits).apply()

    let flags = "Packages/Red/Sources/Red/Flags"
    #expect(
      folder.text("\(flags)/RedFlags.swift")?.contains("substitutions: [priceText, order]") == true)
    #expect(folder.text("\(flags)/red-flags.json")?.contains("\"price-text\": {") == true)
    let sources = folder.text("Packages/Red/Sources/Red/PriceText/PriceText.swift") ?? ""
    #expect(sources.contains("let priceText = Substitution<any PriceText>("))
    let tests = folder.text("Packages/Red/Tests/RedTests/PriceTextTests.swift") ?? ""
    #expect(tests.contains("FlagSet.red.makeScope(overrides: [\"price-text\": variant])"))
  }

  @Test(arguments: [("priceText", "Red"), ("PriceText", "Nowhere"), ("PriceText", "Red")])
  func `A bad name, and a package without flags, are refused`(name: String, feature: String) throws
  {
    let scaffold = SubstitutionScaffold(workspace: try CheckFixture.make().workspace())

    #expect(throws: MonoError.self) { try scaffold.plan(name: name, in: feature) }
  }
}
