import FeatureFlags
import Testing

struct FlagReferenceTests {
  private func variant(_ targeting: String, evaluators: String) throws -> EvaluationDetails<String>
  {
    try FlagDefinitions(
      json: """
        {"flags": {"flag": {"state": "ENABLED", "variants": {"a": "A", "b": "B"},
          "defaultVariant": "b", "targeting": \(targeting)}},
         "$evaluators": \(evaluators)}
        """
    ).details(for: "flag", default: "mine", context: EvaluationContext(targetingKey: "x"))
  }

  @Test(arguments: [
    (#"{"if": [{"$ref": "e"}, "a", "b"]}"#, #"{"e": {"==": [1, 1]}}"#),
    (#"{"$ref": "e"}"#, #"{"e": {"if": [true, "a"]}}"#),
    (#"{"if": [true, {"$ref": "e"}]}"#, #"{"e": "a"}"#),
    (#"{"if": {"$ref": "e"}}"#, #"{"e": [true, "a"]}"#),
    (#"{"if": [{"==": {"$ref": "e"}}, "a", "b"]}"#, #"{"e": [2, {"+": [1, 1]}]}"#),
    (#"{"if": [{"in": ["x", {"$ref": "e"}]}, "a"]}"#, #"{"e": ["x", "y"]}"#),
    (#"{"if": [{"in": ["x", [{"$ref": "e"}, {"$ref": "e"}]]}, "a"]}"#, #"{"e": "x"}"#),
    (#"{"if": [{"$ref": "é \"x\".y"}, "a"]}"#, #"{"é \"x\".y": {"!": [0]}}"#),
    (#"{"if": [{"and": [{"$ref": "e"}, {"$ref": "e"}]}, "a"]}"#, #"{"e": {"!": [0]}}"#),
    (#"{"fractional": {"$ref": "e"}}"#, #"{"e": [["a", 1]]}"#),
  ])
  func `A reference is replaced by its evaluator, wherever it stands`(
    targeting: String, evaluators: String
  ) throws {
    let details = try variant(targeting, evaluators: evaluators)

    #expect(details.variant == "a")
    #expect(details.reason == .targetingMatch)
  }

  @Test(arguments: [
    (#"{"if": [{"$ref": "gone"}, "a", "b"]}"#, #"{"e": true}"#),
    (#"{"if": [{"$ref": "e"}, "a"]}"#, #"{"e": {"$ref": "f"}, "f": {"==": [1, 1]}}"#),
    (#"{"if": [{"$ref": ["e"]}, "a"]}"#, #"{"e": true}"#),
    (#"{"if": [{"$ref": "\u00e9"}, "a"]}"#, #"{"e\u0301": true}"#),
  ])
  func `What is not replaced is an unknown operator`(targeting: String, evaluators: String) throws {
    let details = try variant(targeting, evaluators: evaluators)

    #expect(details.errorCode == .parseError)
    #expect(details.value == "mine")
  }

  @Test func `An evaluator that is no rule cannot be the whole targeting`() throws {
    #expect(try variant(#"{"$ref": "e"}"#, evaluators: #"{"e": "a"}"#).errorCode == .parseError)
    #expect(try variant(#"{"$ref": "e"}"#, evaluators: #"{"e": {}}"#).reason == .static)
  }

  @Test func `Many references to a large evaluator take linear time and memory`() throws {
    let list = (0..<20_000).map { "\"\($0)\"" }.joined(separator: ",")
    let references = String(repeating: #"{"$ref": "e"},"#, count: 20_000)
    let inLists = #"{"in": ["19999", {"$ref": "l"}]},"#

    let details = try variant(
      "{\"if\": [{\"and\": [\(references)\(inLists)true]}, \"a\"]}",
      evaluators: "{\"e\": {\"or\": [\(list)]}, \"l\": [\(list)]}")

    #expect(details.variant == "a")
  }
}
