import Basics
import FeatureFlags
import Testing

struct FlagEvaluationTests {
  private func details<Value: FlagValue>(
    _ flag: String, default fallback: Value, context: EvaluationContext = EvaluationContext(),
    key: String = "flag"
  ) throws -> EvaluationDetails<Value> {
    try FlagDefinitions(json: "{\"flags\":{\"flag\":\(flag)}}", clock: .fixed(at: 1_700_000_000))
      .details(for: key, default: fallback, context: context)
  }

  private func targeted(_ rule: String, default variant: String = "\"b\"") -> String {
    """
    {"state": "ENABLED", "defaultVariant": \(variant), "targeting": \(rule),
     "variants": {"a": "A", "b": "B", "true": "T", "false": "F", "7": "seven", "null": "N"}}
    """
  }

  @Test func `An unknown key gives the caller's default and FLAG_NOT_FOUND`() throws {
    let details = try details(targeted("{}"), default: "mine", key: "other")

    #expect(details.flagKey == "other")
    #expect(details.value == "mine")
    #expect(details.variant == nil)
    #expect(details.reason == .error)
    #expect(details.errorCode == .flagNotFound)
    #expect(details.errorMessage == "There is no flag \"other\".")
  }

  @Test(arguments: ["null", "\"gone\"", "\"a\""])
  func `A disabled flag gives the caller's default whatever the type, and no error`(
    variant: String
  ) throws {
    let flag = """
      {"state": "DISABLED", "variants": {"a": "A"}, "defaultVariant": \(variant),
       "targeting": {"nonsense": 1}}
      """

    #expect(try details(flag, default: "mine").value == "mine")
    let number = try details(flag, default: 3)
    #expect(number.value == 3)
    #expect(number.variant == nil)
    #expect(number.reason == .disabled)
    #expect(number.errorCode == nil)
  }

  @Test(arguments: ["", "\"targeting\": {}, ", "\"targeting\": null, "])
  func `Without targeting the default variant is STATIC`(targeting: String) throws {
    let details = try details(
      """
      {"state": "ENABLED", \(targeting)"variants": {"on": true}, "defaultVariant": "on"}
      """, default: false)

    #expect(details.value)
    #expect(details.variant == "on")
    #expect(details.reason == .static)
    #expect(details.errorCode == nil)
  }

  @Test(arguments: ["", ", \"defaultVariant\": null", ", \"defaultVariant\": \"\""])
  func `Without a default variant the caller's default is the value, which is no error`(
    variant: String
  ) throws {
    for targeting in ["", ", \"targeting\": {\"var\": \"gone\"}"] {
      let details = try details(
        "{\"state\": \"ENABLED\", \"variants\": {\"on\": true}\(variant)\(targeting)}",
        default: true)

      #expect(details.value)
      #expect(details.variant == nil)
      #expect(details.reason == .default)
      #expect(details.errorCode == nil)
    }
  }

  @Test(arguments: [
    ("\"a\"", "A", "a"), ("\"b\"", "B", "b"), ("true", "T", "true"), ("false", "F", "false"),
    ("7", "seven", "7"), ("7.0", "seven", "7"), ("\"null\"", "N", "null"),
  ])
  func `The rule's result is a variant's name, also that of the default variant`(
    result: String, value: String, variant: String
  ) throws {
    let details = try details(targeted("{\"if\": [true, \(result)]}"), default: "mine")

    #expect(details.value == value)
    #expect(details.variant == variant)
    #expect(details.reason == .targetingMatch)
  }

  @Test func `A rule that gives null falls back to the default variant`() throws {
    let details = try details(targeted("{\"var\": \"gone\"}"), default: "mine")

    #expect(details.value == "B")
    #expect(details.variant == "b")
    #expect(details.reason == .default)
    #expect(details.errorCode == nil)
  }

  @Test(arguments: [
    ("{\"if\": [true, \"gone\"]}", EvaluationErrorCode.general),
    ("{\"if\": [true, \"\"]}", .general),
    ("{\"if\": [true, 8]}", .general), ("{\"merge\": []}", .general),
    ("{\"x\": 1, \"y\": 2}", .general), ("{\"nonsense\": []}", .parseError),
    ("{\"$ref\": \"gone\"}", .parseError), ("{\"/\": [1, 0]}", .parseError),
    ("\"a\"", .parseError), ("[]", .parseError), ("5", .parseError), ("true", .parseError),
    ("{\"if\": [{\"$ref\": \"gone\"}, \"a\", \"b\"]}", .parseError),
  ])
  func `A rule without a usable result is an error`(rule: String, code: EvaluationErrorCode)
    throws
  {
    let details = try details(targeted(rule), default: "mine")

    #expect(details.value == "mine")
    #expect(details.variant == nil)
    #expect(details.reason == .error)
    #expect(details.errorCode == code)
    #expect(details.errorMessage?.isEmpty == false)
  }

  @Test(arguments: [
    ("7", EvaluationErrorCode.parseError), ("{}", .parseError),
    ("{\"state\": \"enabled\", \"variants\": {\"a\": 1}}", .parseError),
    ("{\"state\": \"ENABLED\"}", .parseError),
    ("{\"state\": \"ENABLED\", \"variants\": {}}", .parseError),
    ("{\"state\": \"ENABLED\", \"variants\": {\"a\": 1}, \"defaultVariant\": 1}", .parseError),
    ("{\"state\": \"ENABLED\", \"variants\": {\"a\": 1}, \"defaultVariant\": \"b\"}", .general),
    (
      """
      {"state": "ENABLED", "variants": {"a": 1}, "defaultVariant": "b",
       "targeting": {"if": [true, "a"]}}
      """, .general
    ),
  ])
  func `One bad flag is an error and spoils no other`(flag: String, code: EvaluationErrorCode)
    throws
  {
    let good = #"{"state": "ENABLED", "variants": {"a": 1}, "defaultVariant": "a"}"#
    let definitions = try FlagDefinitions(
      json: "{\"flags\": {\"bad\": \(flag), \"good\": \(good)}}")

    #expect(definitions.details(for: "bad", default: 5).errorCode == code)
    #expect(definitions.details(for: "bad", default: 5).value == 5)
    #expect(definitions.value(of: "good", default: 5) == 1)
  }

  @Test(arguments: ["false", "0", "\"\"", "{}"])
  func `Falsy values are values like any other`(value: String) throws {
    let definitions = try FlagDefinitions(
      json: """
        {"flags": {"flag": {"state": "ENABLED", "variants": {"v": \(value)},
          "defaultVariant": "v"}}}
        """)
    let type = try #require(definitions.type(of: "flag"))

    let details = definitions.details(for: "flag", type: type, default: "mine")

    #expect(details.value.serialized() == value)
    #expect(details.reason == .static)
  }

  @Test func `The rule sees the context, and its own members in the place of the caller's`() throws
  {
    let context = EvaluationContext(
      targetingKey: "rider", attributes: ["Tier": "gold", "$flagd": ["flagKey": "forged", "x": 1]])
    func value(_ rule: String) throws -> String? {
      try details(
        """
        {"state": "ENABLED", "variants": {"yes": "yes", "no": "no"},
         "targeting": {"if": [\(rule), "yes", "no"]}}
        """, default: "mine", context: context
      ).variant
    }

    #expect(try value(#"{"==": [{"var": "targetingKey"}, "rider"]}"#) == "yes")
    #expect(try value(#"{"==": [{"var": "Tier"}, "gold"]}"#) == "yes")
    #expect(try value(#"{"==": [{"var": "tier"}, null]}"#) == "yes")
    #expect(try value(#"{"===": [{"var": "$flagd.flagKey"}, "flag"]}"#) == "yes")
    #expect(try value(#"{"===": [{"var": "$flagd.timestamp"}, 1700000000]}"#) == "yes")
    #expect(try value(#"{"missing": ["$flagd.x"]}"#) == "yes")
    #expect(try value(#"{"missing": ["$flagd", "$flagd.flagKey"]}"#) == "no")
    #expect(
      try value(#"{"some": [[{"var": ""}], {"==": [{"var": "$flagd.flagKey"}, "flag"]}]}"#) == "yes"
    )
  }

  @Test func `A split is TARGETING_MATCH, and DEFAULT without a targeting key`() throws {
    let flag = """
      {"state": "ENABLED", "variants": {"on": 1, "off": 2}, "defaultVariant": "off",
       "targeting": {"fractional": [["on", 10], ["off", 90]]}}
      """
    let definitions = try FlagDefinitions(json: "{\"flags\": {\"demo-surge\": \(flag)}}")

    let lucky = definitions.details(
      for: "demo-surge", default: 0, context: EvaluationContext(targetingKey: "rider-8"))
    let other = definitions.details(
      for: "demo-surge", default: 0, context: EvaluationContext(targetingKey: "rider-42"))
    let nobody = definitions.details(for: "demo-surge", default: 0)

    #expect(lucky.variant == "on" && lucky.reason == .targetingMatch)
    #expect(other.variant == "off" && other.reason == .targetingMatch)
    #expect(nobody.variant == "off" && nobody.reason == .default)
  }
}
