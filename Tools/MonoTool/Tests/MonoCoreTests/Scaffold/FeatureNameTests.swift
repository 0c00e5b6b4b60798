import Testing

@testable import MonoCore

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
