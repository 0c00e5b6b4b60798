import FeatureFlags
import Testing

struct SubstitutionRegistryTests {
  private let registry = SubstitutionRegistry([
    Substitution<Int>(flag: "a", default: "one", { 1 }, alternatives: ["two": { 2 }]),
    Substitution<Int>(flag: "b", default: "one", { 1 }, alternatives: ["three": { 3 }]),
  ])

  private func problems(_ flags: String) throws -> [String] {
    registry.problems(in: try FlagDefinitions(json: "{\"flags\": {\(flags)}}")).map(\.description)
  }

  @Test func `Variants and implementations that agree are no problem`() throws {
    #expect(
      try problems(
        """
        "a": {"state": "ENABLED", "variants": {"two": 2, "one": 1}},
        "b": {"state": "ENABLED", "variants": {"one": 1, "three": 3}},
        "c": {"state": "ENABLED", "variants": {"whatever": 1}}
        """) == [])
  }

  @Test func `Each variant or implementation without the other is a problem`() throws {
    #expect(
      try problems("\"a\": {\"state\": \"ENABLED\", \"variants\": {\"one\": 1, \"four\": 4}}") == [
        "$.flags.a.variants.four: no implementation stands for this variant",
        "$.flags.a.variants: the implementation for \"two\" has no variant",
        "$.flags.b: a substitution needs this flag, which is not defined",
      ])
  }
}
