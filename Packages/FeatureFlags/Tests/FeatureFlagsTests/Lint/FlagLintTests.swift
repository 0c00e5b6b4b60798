import Basics
import FeatureFlags
import Testing

struct FlagLintTests {
  private func problems(_ document: String) throws -> [String] {
    try FlagLint().problems(in: try JSON(parsing: document)).map(\.description)
  }

  /// The problems of a rule that the schema or a reference has.
  private func problems(targeting: String, evaluators: String = "{}") throws -> [String] {
    let names = ["on", "off", "true", "false", "a", "b", "x", "1"].map { "\"\($0)\": 1" }
    let document = """
      {"flags": {"f": {"state": "ENABLED", "variants": {\(names.joined(separator: ", "))},
        "targeting": \(targeting)}}, "$evaluators": \(evaluators)}
      """
    return try FlagLint().problems(in: try JSON(parsing: document))
      .filter { $0.severity == .error }.map(\.description)
  }

  @Test(arguments: [
    #"{"flags": {}}"#,
    #"{"flags": {"f": {"state": "ENABLED", "variants": {"a": 1, "b": 2.5}}}, "unknown": 1}"#,
    #"""
    {"flags": {"f": {"state": "DISABLED", "variants": {"a": {}}, "defaultVariant": null, "x": \#
    1}}}
    """#,
    #"""
    {"flags": {"f": {"state": "ENABLED", "variants": {"a": "x"}, "defaultVariant": "a"}}, \#
    "metadata": {"a": 1, "b": true, "c": "d", "flagSetId": 5}}
    """#,
    #"""
    {"flags": {"f": {"state": "ENABLED", "variants": {"a": "x"}, "targeting": {}, "metadata": \#
    {}}}}
    """#,
    #"{"$schema": "https://flagd.dev/schema/v0/flags.json", "flags": {}}"#,
    #"""
    {"$schema": "https://flagd.dev/schema/v0/flagd.json", "flags": [{"key": "k", "state": \#
    "ENABLED", "variants": {"a": 1}}]}
    """#,
    #"""
    {"$schema": "https://flagd.dev/schema/v0/flagd.json", "flags": {"k": {"state": "ENABLED", \#
    "variants": {"a": 1}}}}
    """#,
  ])
  func `Valid documents have no problem`(document: String) throws {
    #expect(try problems(document) == [])
  }

  @Test(
    arguments: [
      ("[]", "$: must be of the type object"), ("{}", "$: must have a member \"flags\""),
      (#"{"flags": []}"#, "$.flags: must be of the type object"),
      (
        #"{"$schema": "x/flagd.json", "flags": 1}"#,
        "$.flags: must be an object or a list of flags"
      ),
      (
        #"{"$schema": "flagd.json", "flags": [{"state": "ENABLED", "variants": {"a": 1}}]}"#,
        "$.flags[0]: must have a member \"key\""
      ),
      (
        #"""
        {"$schema": "flagd.json", "flags": [{"key": "", "state": "ENABLED", "variants": {"a": \#
        1}}]}
        """#,
        "$.flags[0].key: must not be empty"
      ),
      (
        #"{"flags": {"": {"state": "ENABLED", "variants": {"a": 1}}}}"#,
        #"$.flags[""]: must be a name of at least one character, in one line"#
      ),
      (
        #"{"flags": {"f": {"state": "enabled", "variants": {"a": 1}}}}"#,
        "$.flags.f.state: must be one of \"ENABLED\", \"DISABLED\""
      ),
      (#"{"flags": {"f": {"variants": {"a": 1}}}}"#, "$.flags.f: must have a member \"state\""),
      (#"{"flags": {"f": {"state": "ENABLED"}}}"#, "$.flags.f: must have a member \"variants\""),
      (
        #"{"flags": {"f": {"state": "ENABLED", "variants": {}}}}"#,
        "$.flags.f.variants: must have at least 1 members"
      ),
      (
        #"{"flags": {"f": {"state": "ENABLED", "variants": {"a": 1, "b": "x"}}}}"#,
        """
        $.flags.f.variants: must be variants of one kind: all booleans, all numbers, all \
        texts or all objects
        """
      ),
      (
        #"{"flags": {"f": {"state": "ENABLED", "variants": {"a": 1}, "defaultVariant": 1}}}"#,
        "$.flags.f.defaultVariant: must be one of the types string, null"
      ),
      (
        #"{"flags": {"f": {"state": "ENABLED", "variants": {"a": 1}, "defaultVariant": "b"}}}"#,
        "$.flags.f.defaultVariant: there is no variant \"b\""
      ),
      (
        #"{"flags": {"f": {"state": "ENABLED", "variants": {"a": 1}, "metadata": {"m": null}}}}"#,
        "$.flags.f.metadata.m: must be one of the types string, number, boolean"
      ),
      (
        #"{"flags": {}, "metadata": {"m": []}}"#,
        "$.metadata.m: must be one of the types string, number, boolean"
      ),
      (
        #"{"flags": {"a b": 1}}"#, #"$.flags["a b"]: must be of the type object"#
      ),
      (
        #"{"flags": {}, "$evaluators": {"e": true}}"#,
        "$.$evaluators.e: must be of the type object"
      ),
    ])
  func `Each problem has its path`(document: String, problem: String) throws {
    #expect(try problems(document).first == problem)
  }

  @Test func `Every bad flag is reported`() throws {
    let problems = try problems(
      """
      {"flags": {"one": {"state": 1, "variants": {"a": 1}, "defaultVariant": "b"},
        "two": {"state": "ENABLED", "variants": {"a": 1}, "targeting": {"nonsense": 1}}}}
      """)

    #expect(
      problems == [
        "$.flags.one.state: must be of the type string",
        "$.flags.one.state: must be one of \"ENABLED\", \"DISABLED\"",
        "$.flags.two.targeting: must be an empty object or a rule whose operator flagd knows",
        "$.flags.one.defaultVariant: there is no variant \"b\"",
      ])
  }

  @Test(arguments: [
    #"{"if": [{"==": [{"var": "a"}, 1]}, "on", null]}"#, #"{"if": ["on"]}"#,
    #"{"if": [1, "on", 2, "off", "x"]}"#, #"{"var": "a"}"#, #"{"var": ["a", 1]}"#,
    #"{"var": 5}"#, #"{"var": "$flagd.timestamp"}"#, #"{"var": "$flagd"}"#,
    #"{"missing": ["a"]}"#, #"{"missing_some": [1, ["a"]]}"#, #"{"!": [1]}"#, #"{"!": 1}"#,
    #"{"!!": {"var": "a"}}"#, #"{"<": [1, 2, 3]}"#, #"{"substr": ["a", 1]}"#,
    #"{"reduce": [{"var": "l"}, {"+": [1]}, 0]}"#, #"{"*": [1, 2, 3]}"#, #"{"merge": [1]}"#,
    #"{"in": ["a", ["a", {"nonsense": 1}]]}"#, #"{"cat": [{"$ref": "e"}]}"#,
    #"{"==": [1, 2], "!=": [1, 2]}"#, #"{"starts_with": [{"var": "a"}, "b"]}"#,
    #"{"sem_ver": [{"var": "v"}, ">=", "1.0.0-a+b"]}"#, #"{"fractional": [["a", 1], ["b"]]}"#,
    #"{"fractional": [{"var": "a"}, ["a", 50.0], ["b", {"-": [1]}]]}"#,
    #"{"fractional": [{"var": "a"}]}"#, #"{"fractional": [["a", 0], [true, 1], [1, 1], [null]]}"#,
    #"{"fractional": [[{"fractional": [["a", 1]]}, 1]]}"#,
  ])
  func `Rules that flagd's schema accepts have no problem`(rule: String) throws {
    #expect(try problems(targeting: rule, evaluators: #"{"e": {"!": [1]}}"#) == [])
  }

  @Test(
    arguments: [
      ("null", ""), ("[]", ""), ("\"on\"", ""), (#"{"nonsense": [1]}"#, ""), (#"{"log": [1]}"#, ""),
      (#"{"?:": [1, 2, 3]}"#, ""), (#"{"method": [1]}"#, ""), (#"{"$ref": "e"}"#, ""),
      (#"{"==": [1]}"#, ".=="), (#"{"==": [1, 2, 3]}"#, ".=="), (#"{"==": 1}"#, ".=="),
      (#"{"if": []}"#, ".if"), (#"{"if": 1}"#, ".if"), (#"{"<": [1]}"#, ".<"),
      (#"{"*": [1]}"#, ".*"), (#"{"reduce": [1, 2]}"#, ".reduce"), (#"{"!": [1, 2, {}]}"#, nil),
      (#"{"and": [{}]}"#, ".and[0]"), (#"{"and": [{"nonsense": 1}]}"#, ".and[0]"),
      (#"{"and": [{"or": [{"==": [1]}]}]}"#, ".and[0].or[0].=="),
      (#"{"and": [{"a": 1, "b": 2}]}"#, ".and[0]"), (#"{"==": [1, 2], "+": [1]}"#, ""),
      (#"{"var": "$flagd.other"}"#, ".var"), (#"{"var": "$flagd."}"#, ".var"),
      (#"{"missing": [1]}"#, ".missing[0]"), (#"{"missing": "a"}"#, ".missing"),
      (#"{"missing_some": ["1", []]}"#, ".missing_some[0]"),
      (#"{"starts_with": ["a"]}"#, ".starts_with"), (#"{"ends_with": ["a", 1]}"#, ".ends_with[1]"),
      (#"{"sem_ver": ["1.0", "=", "1.0.0"]}"#, ".sem_ver[0]"),
      (#"{"sem_ver": ["v1.0.0", "=", "1.0.0"]}"#, ".sem_ver[0]"),
      (#"{"sem_ver": ["1.0.0", "==", "1.0.0"]}"#, ".sem_ver[1]"),
      (#"{"sem_ver": ["1.0.0", "=", {"cat": ["1"]}]}"#, ".sem_ver[2]"),
      (#"{"fractional": []}"#, ".fractional"),
      (#"{"fractional": ["key", ["a", 1]]}"#, ".fractional"),
      (#"{"fractional": [["a", 2.5]]}"#, ".fractional[0][1]"),
      (#"{"fractional": [["a", -1]]}"#, ".fractional[0][1]"),
      (#"{"fractional": [["a", "1"]]}"#, ".fractional[0][1]"),
      (#"{"fractional": [["a", 1, 2]]}"#, ".fractional"),
      (#"{"fractional": [{"var": "a"}, []]}"#, ".fractional"),
    ] as [(String, String?)])
  func `Rules that flagd's schema refuses have a problem, as precisely as possible`(
    rule: String, path: String?
  ) throws {
    let problems = try problems(targeting: rule, evaluators: #"{"e": {"!": [1]}}"#)

    guard let path else {  // A list is data to "!", so nothing inside it counts.
      #expect(problems == [])
      return
    }
    let first = try #require(problems.first)
    #expect(first.hasPrefix("$.flags.f.targeting\(path): "))
  }

  @Test func `A reference without a target is a problem, wherever it stands`() throws {
    let problems = try problems(
      targeting: #"{"and": [{"$ref": "e"}, {"$ref": "gone"}, [{"$ref": "x"}]]}"#,
      evaluators: #"{"e": {"!": [{"$ref": "e"}]}}"#)

    #expect(
      problems == [
        "$.flags.f.targeting.and[1]: there is no evaluator \"gone\"",
        "$.flags.f.targeting.and[2][0]: there is no evaluator \"x\"",
        "$.$evaluators.e.![0]: an evaluator cannot refer to another one",
      ])
  }

  @Test func `Strange names are shown in quotes, escaped and cut`() throws {
    let long = String(repeating: "x", count: 200)
    let problems = try problems("{\"flags\": {\"a\\u001b[1m\": 1, \"\(long)\": 1}}")

    #expect(problems[0].hasPrefix(#"$.flags["a\u001b[1m"]: "#))
    #expect(problems[1].hasPrefix("$.flags[\"" + String(repeating: "x", count: 100) + "...\"]: "))
  }

  @Test func `A thousand problems are enough`() throws {
    let flags = (0..<5_000).map { "\"f\($0)\": 1" }.joined(separator: ",")

    #expect(try problems("{\"flags\": {\(flags)}}").count == FlagLint.maximumCount)
  }
}
