import Basics
import FeatureFlags
import FeatureFlagsTesting
import Testing

struct LayeredProviderTests {
  private func definitions(_ flags: [String: String]) throws -> FlagDefinitions {
    let members = flags.map { key, variant in
      """
      "\(key)": {"state": "ENABLED", "variants": {"a": "A", "b": "B", "c": "C", "d": "D", "e": "E"},
        "defaultVariant": "\(variant)", "metadata": {"m": "\(variant)"}}
      """
    }
    return try FlagDefinitions(json: "{\"flags\": {\(members.joined(separator: ","))}}")
  }

  private func layers(user: InMemoryProvider = InMemoryProvider()) throws -> LayeredProvider {
    LayeredProvider([
      FlagLevel("--flag", overrides: ["one": "a"]),
      FlagLevel("KOOBER_FLAGS", overrides: ["one": "b", "two": "b"]),
      FlagLevel("user file", definitions: user),
      FlagLevel(
        "cloud", definitions: try definitions(["one": "d", "two": "d", "three": "d", "four": "d"])),
      FlagLevel("built-in", definitions: try definitions(["four": "e", "five": "e"])),
    ])
  }

  @Test(
    arguments: [
      ("one", "a", "A", "--flag"), ("two", "b", "B", "KOOBER_FLAGS"),
      ("three", "c", "C", "user file"), ("four", "d", "D", "cloud"), ("five", "e", "E", "built-in"),
    ])
  func `The first level that knows a flag decides`(
    key: String, variant: String, value: String, origin: String
  ) throws {
    let layers = try layers(user: InMemoryProvider(try definitions(["three": "c"])))

    let details = layers.details(for: key, default: "mine")
    let explanation = layers.explain(key)

    #expect(details.variant == variant)
    #expect(details.value == value)
    #expect(details.reason == .static)
    #expect(explanation.variant == variant)
    #expect(explanation.origin == origin)
    #expect(explanation.type == .string)
    #expect(explanation.details.value == .string(value))
  }

  @Test func `An override has the metadata of the definition`() throws {
    #expect(try layers().details(for: "two", default: "").flagMetadata.json["m"] == "d")
  }

  @Test func `An override that names no variant is an error that names the variants`() throws {
    let layers = LayeredProvider([
      FlagLevel("--flag", overrides: ["five": "x"]),
      FlagLevel("built-in", definitions: try definitions(["five": "e"])),
    ])

    let details = layers.details(for: "five", default: "mine")

    #expect(details.value == "mine")
    #expect(details.errorCode == .general)
    #expect(details.errorMessage == "The flag has no variant \"x\". It has: a, b, c, d, e.")
    #expect(layers.explain("five").details.errorCode == .general)
  }

  @Test func `An override of another type is a mismatch`() throws {
    #expect(try layers().details(for: "one", default: 1).errorCode == .typeMismatch)
  }

  @Test func `A flag that no level knows is not found`() throws {
    let layers = try layers()

    #expect(layers.details(for: "six", default: 1).errorCode == .flagNotFound)
    #expect(layers.explain("six").origin == nil)
    #expect(layers.explain("six").details.errorCode == .flagNotFound)
  }

  @Test func `An override without a definition counts for substitutions and has no value`() {
    let layers = LayeredProvider([FlagLevel("test", overrides: ["ui": "new"])])

    let explanation = layers.explain("ui")

    #expect(explanation.variant == "new")
    #expect(explanation.origin == "test")
    #expect(explanation.details.value == .null)
    #expect(layers.details(for: "ui", default: "mine").errorCode == .flagNotFound)
  }

  @Test func `All keys are listed once, in order`() throws {
    #expect(try layers().keys == ["five", "four", "one", "three", "two"])
  }

  @Test func `Frozen levels do not see later definitions`() throws {
    let user = InMemoryProvider()
    let layers = try layers(user: user)
    let frozen = layers.frozen()

    user.replace(with: try definitions(["four": "c"]))

    #expect(layers.value(of: "four", default: "") == "C")
    #expect(frozen.value(of: "four", default: "") == "D")
  }
}
