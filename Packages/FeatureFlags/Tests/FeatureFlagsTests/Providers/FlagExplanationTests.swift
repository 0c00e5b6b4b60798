import Basics
import FeatureFlags
import Testing

struct FlagExplanationTests {
  private func explain(_ targeting: String, _ attributes: JSON.Object) throws -> FlagExplanation {
    let definitions = try FlagDefinitions(
      json: """
        {"flags": {"ui": {"state": "ENABLED", "variants": {"a": 1, "b": 2, "c": 3},
          "defaultVariant": "c", "targeting": \(targeting)}},
         "$evaluators": {"gold": {"==": [{"var": "tier"}, "gold"]},
           "all": {"if": [true, "a"]}}}
        """)
    return LayeredProvider([FlagLevel("built-in", definitions: definitions)])
      .explain("ui", context: EvaluationContext(targetingKey: "x", attributes: attributes))
  }

  private static let chain = """
    {"if": [{"$ref": "gold"}, "a",
            {"==": [{"var": "city"}, "Sydney"]}, {"fractional": [["b", 1]]},
            {"if": [{"var": "beta"}, "b", {"var": "else"}]}]}
    """

  @Test(
    arguments: [
      (["tier": "gold"], "a", #"{"$ref":"gold"}"#, "$.flags.ui.targeting.if[0]"),
      (
        ["city": "Sydney"], "b", #"{"fractional":[["b",1]]}"#, "$.flags.ui.targeting.if[3]"
      ),
      (["beta": true], "b", #"{"var":"beta"}"#, "$.flags.ui.targeting.if[4].if[0]"),
      (["else": "a"], "a", #"{"var":"else"}"#, "$.flags.ui.targeting.if[4].if[2]"),
    ] as [(JSON.Object, String, String, String)])
  func `The rule that decided is named with its path`(
    attributes: JSON.Object, variant: String, rule: String, path: String
  ) throws {
    let explanation = try explain(Self.chain, attributes)

    #expect(explanation.variant == variant)
    #expect(explanation.rule?.serialized() == rule)
    #expect(explanation.rulePath == path)
  }

  @Test func `For a constant else the whole if decided`() throws {
    let explanation = try explain(#"{"if": [{"var": "x"}, "a", "b"]}"#, [:])

    #expect(explanation.variant == "b")
    #expect(explanation.rulePath == "$.flags.ui.targeting")
  }

  @Test func `A referenced rule is followed`() throws {
    let explanation = try explain(#"{"$ref": "all"}"#, [:])

    #expect(explanation.variant == "a")
    #expect(explanation.rule == true)
    #expect(explanation.rulePath == "$.flags.ui.targeting.if[0]")
  }

  @Test func `Where no rule decided none is named`() throws {
    #expect(try explain(Self.chain, [:]).rule == nil)
    #expect(try explain(Self.chain, [:]).details.reason == .default)
    #expect(try explain("{}", [:]).rule == nil)
    #expect(try explain(#"{"nonsense": 1}"#, [:]).rule == nil)
  }

  @Test func `The explanation can be printed`() throws {
    let explanation = try explain(#"{"if": [true, "b"]}"#, [:])

    #expect(
      explanation.json().serialized()
        == #"""
        {"key":"ui","type":"integer","value":2,"variant":"b","reason":"TARGETING_MATCH",\#
        "origin":"built-in","errorCode":null,"errorMessage":null,"rule":true,\#
        "rulePath":"$.flags.ui.targeting.if[0]"}
        """#
    )
    #expect(explanation.json(withRule: false).object?["rule"] == nil)
  }
}
