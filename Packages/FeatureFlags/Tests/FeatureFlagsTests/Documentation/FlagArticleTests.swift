import Basics
import FeatureFlags
import FeatureFlagsTesting
import Testing

/// The code of the article "From a flag to an implementation".
struct FlagArticleTests {
  private protocol Greeter: Sendable {
    func greeting(for name: String) -> String
  }

  private struct FormalGreeter: Greeter {
    func greeting(for name: String) -> String { "Good day, \(name)." }
  }

  private struct CasualGreeter: Greeter {
    func greeting(for name: String) -> String { "Hi \(name)!" }
  }

  private static let document = #"""
    {"flags": {"greeter": {
      "state": "ENABLED", "variants": {"formal": "formal", "casual": "casual"},
      "defaultVariant": "formal",
      "targeting": {"if": [{"==": [{"var": "tier"}, "gold"]}, "casual", null]}}}}
    """#

  private static let greeter = Substitution<any Greeter>(
    flag: "greeter", default: "formal", { FormalGreeter() },
    alternatives: ["casual": { CasualGreeter() }])

  @Test func `A definition is evaluated for a context`() throws {
    let definitions = try FlagDefinitions(parsing: Self.document.utf8)

    let details = definitions.details(
      for: "greeter", default: "formal",
      context: EvaluationContext(targetingKey: "johnny", attributes: ["tier": "gold"]))

    #expect(details.value == "casual")
    #expect(details.reason == .targetingMatch)
  }

  @Test func `What cannot be evaluated gives the default and says why`() {
    let details = FlagDefinitions.empty.details(for: "greeter", default: "formal")

    #expect(details.value == "formal")
    #expect(details.errorCode == .flagNotFound)
  }

  @Test func `The first level that knows a flag decides`() throws {
    let definitions = try FlagDefinitions(parsing: Self.document.utf8)

    let flags = LayeredProvider([
      FlagLevel("--flag", overrides: try FlagOverrides(["greeter=casual"])),
      FlagLevel("built-in", definitions: definitions),
    ])

    #expect(flags.explain("greeter", context: EvaluationContext()).origin == "--flag")
  }

  @Test func `A substitution makes what the scope's flag chooses`() throws {
    let definitions = try FlagDefinitions(parsing: Self.document.utf8)
    let flags = LayeredProvider([FlagLevel("built-in", definitions: definitions)])
    let recorder = RecordedEvents()

    let scope = FlagScope(
      flags: flags,
      context: EvaluationContext(targetingKey: "johnny", attributes: ["tier": "gold"]),
      recorder: recorder)
    let greeting = Self.greeter.make(in: scope).greeting(for: "Johnny")

    #expect(greeting == "Hi Johnny!")
    #expect(recorder.events.map(\.subject) == ["johnny"])
  }

  @Test func `Variants and implementations are compared`() throws {
    let definitions = try FlagDefinitions(parsing: Self.document.utf8)

    let problems = SubstitutionRegistry([Self.greeter]).problems(in: definitions)

    #expect(problems == [])
  }
}
