import Basics
import FeatureFlags
import Testing

struct DeepNestingTests {
  /// Rules that are as deep as JSON may be inside a definition document.
  private static let rules = [
    ("{\"!\":", "1", "}", 250), ("{\"!\":[", "1", "]}", 125),
    ("{\"if\":[1,", "\"on\"", "]}", 125), ("[", "1", "]", 250),
    ("{\"and\":[{\"fractional\":[[", "\"on\"", ",1]]}]}", 40),
    ("{\"fractional\":[[\"x\",", "1", "]]}", 80),
    ("{\"map\":[[1],", "1", "]}", 125), ("{\"reduce\":[[1],", "1", ",0]}", 125),
    ("{\"==\":[1,2],\"!\":[", "1", "]}", 125),
  ]

  @Test(arguments: rules)
  func `Deep rules are compiled, run, explained and linted`(
    open: String, inner: String, close: String, depth: Int
  ) throws {
    let rule =
      String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
    let document = try JSON(
      parsing: """
        {"flags": {"f": {"state": "ENABLED", "variants": {"on": 1}, "defaultVariant": "on",
          "targeting": \(rule)}}}
        """)
    let definitions = try FlagDefinitions(document)

    let details = definitions.details(
      for: "f", default: 5, context: EvaluationContext(targetingKey: "x"))
    let explanation = LayeredProvider([FlagLevel("d", definitions: definitions)]).explain("f")
    let problems = try FlagLint().problems(in: document)

    #expect([1, 5].contains(details.value))
    #expect(explanation.key == "f")
    #expect(problems.count <= FlagLint.maximumCount)
  }

  @Test(arguments: ["[", "{\"!\":", "{\"if\":["])
  func `A million open brackets are a parse error of the document`(open: String) {
    let bytes = Array(("{\"flags\":{\"f\":" + String(repeating: open, count: 1_000_000)).utf8)

    let error = #expect(throws: FlagDefinitionsError.self) { try FlagDefinitions(parsing: bytes) }
    #expect(error?.description.contains("nested more than 256 levels deep") == true)
  }

  @Test func `A large document is compiled, evaluated and linted in linear time`() throws {
    let flags = (0..<3_000).map {
      """
      "flag-\($0)": {"state": "ENABLED", "variants": {"on": true, "off": false},
        "defaultVariant": "off", "metadata": {"n": \($0)},
        "targeting": {"if": [{"==": [{"var": "attribute-\($0)"}, \($0)]}, "on"]}}
      """
    }
    let metadata = (0..<3_000).map { "\"m\($0)\": \($0)" }
    let document = try JSON(
      parsing: """
        {"metadata": {\(metadata.joined(separator: ","))},
         "flags": {\(flags.joined(separator: ","))}}
        """)
    let definitions = try FlagDefinitions(document)
    var attributes = JSON.Object()
    for index in 0..<3_000 { attributes["attribute-\(index)"] = .number(Double(index)) }
    let context = EvaluationContext(attributes: attributes)

    #expect(
      definitions.keys.allSatisfy { definitions.value(of: $0, default: false, context: context) })
    #expect(try FlagLint().problems(in: document).isEmpty)
  }
}
