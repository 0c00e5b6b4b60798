import Basics
import FeatureFlags
import Testing

/// What no schema can say.
struct RuleReviewTests {
  /// The findings for a flag "layout" with the variants "table" and "cards", with their severity.
  private func findings(
    targeting: String, evaluators: String = "{}"
  ) throws -> [String] {
    try findings(
      in: """
        {"flags": {"layout": {"state": "ENABLED", "variants": {"table": 1, "cards": 2},
          "defaultVariant": "table", "targeting": \(targeting)}}, "$evaluators": \(evaluators)}
        """)
  }

  private func findings(in document: String) throws -> [String] {
    try FlagLint().problems(in: try JSON(parsing: document))
      .map { "\($0.severity.rawValue) \($0)" }
  }

  private static let rule = "$.flags.layout.targeting"

  @Test(arguments: [
    (#"{"if": [{"var": "vip"}, "tabel", "cards"]}"#, ".if[1]", "tabel", "table"),
    (#"{"if": [{"var": "vip"}, "table", "card"]}"#, ".if[2]", "card", "cards"),
    (#"{"fractional": [["tabel", 50], ["cards", 50]]}"#, ".fractional[0][0]", "tabel", "table"),
    (
      #"{"if": [{"var": "vip"}, {"fractional": [["table"], ["crads"]]}]}"#,
      ".if[1].fractional[1][0]", "crads", "cards"
    ),
    (
      #"{"fractional": [[{"if": [{"var": "vip"}, "tables"]}, 1]]}"#,
      ".fractional[0][0].if[1]", "tables", "table"
    ),
    (#"{"or": [{"var": "x"}, "tabel"]}"#, ".or[1]", "tabel", "table"),
  ])
  func `A rule that names a variant that does not exist is an error`(
    rule: String, place: String, name: String, meant: String
  ) throws {
    #expect(
      try findings(targeting: rule) == [
        "error \(Self.rule)\(place): there is no variant \"\(name)\". Did you mean \"\(meant)\"?"
      ])
  }

  @Test func `An evaluator's variants are those of the flag that refers to it`() throws {
    #expect(
      try findings(
        targeting: #"{"if": [{"var": "vip"}, {"$ref": "split"}]}"#,
        evaluators: #"{"split": {"fractional": [["table"], ["crads"]]}}"#) == [
          """
          error $.$evaluators.split.fractional[1][0]: there is no variant "crads" of the flag \
          "layout". Did you mean "cards"?
          """
        ])
  }

  @Test func `A condition as the whole rule needs variants called true and false`() throws {
    #expect(
      try findings(targeting: #"{"in": ["a", {"var": "roles"}]}"#) == [
        "error \(Self.rule): the rule can give true, and there is no variant \"true\"",
        "error \(Self.rule): the rule can give false, and there is no variant \"false\"",
      ])
  }

  @Test(arguments: [
    (
      #"{"if": [true, "cards", "table"]}"#, ".if[2]",
      "this is never reached: the condition before is always true"
    ),
    (
      #"{"if": [{"==": [1, 2]}, "cards", "table"]}"#, ".if[1]",
      "this is never reached: the condition is never true"
    ),
    (
      #"{"if": [{"var": "a"}, "cards", {"var": "a"}, "table"]}"#, ".if[3]",
      "this is never reached: the condition is that of \(rule).if[0]"
    ),
    (
      #"{"if": [{"var": "a"}, {"if": [false, "cards"]}]}"#, ".if[1].if[1]",
      "this is never reached: the condition is never true"
    ),
  ])
  func `A branch that is never reached is a warning`(
    rule: String, place: String, message: String
  ) throws {
    #expect(try findings(targeting: rule) == ["warning \(Self.rule)\(place): \(message)"])
  }

  @Test(arguments: [
    #"{"if": [true, "cards"]}"#, #"{"if": [{"var": "a"}, "cards", {"var": "b"}, "table", null]}"#,
    #"{"fractional": [["table", 0], ["cards", 100]]}"#,
    #"{"fractional": [{"var": "email"}, ["table", 1], ["cards", 1]]}"#,
    #"{"fractional": [{"cat": ["salt", {"var": "targetingKey"}]}, ["table"], ["cards", {"var": "w"}]]}"#,
    #"{"if": [{"fractional": [[true, 1], [false, 9]]}, "cards", "table"]}"#,
    #"{"if": [{"some": [{"var": "roles"}, {"in": [{"var": "name"}, "x"]}]}, "cards"]}"#,
    #"{"if": [{"starts_with": [{"var": "target"}, "a"]}, "cards"]}"#,
  ])
  func `A rule that works has no finding`(rule: String) throws {
    #expect(try findings(targeting: rule) == [])
  }

  @Test(arguments: [
    #"[["table", 2147483648]]"#, #"[["table", 1e300], ["cards", 1]]"#,
    #"[["table", 2147483647], ["cards"]]"#,
  ])
  func `Weights that are too large to split by are an error`(buckets: String) throws {
    #expect(
      try findings(targeting: #"{"fractional": \#(buckets)}"#) == [
        "error \(Self.rule).fractional: the weights add up to more than 2147483647, "
          + "so that no variant is ever chosen"
      ])
    #expect(
      try findings(targeting: #"{"fractional": [["table", 2147483646], ["cards"]]}"#) == [])
  }

  @Test(arguments: [
    (
      #"{"fractional": [["table", 0], ["cards", 0]]}"#, ".fractional",
      "all weights are 0, so that no variant is ever chosen"
    ),
    (
      #"{"fractional": [{"cat": ["a", {"var": "$flagd.flagKey"}]}, ["table"], ["cards"]]}"#,
      ".fractional[0]",
      #"the split is by a value that does not vary; {"var": "targetingKey"} varies"#
    ),
    (
      #"{"fractional": [{"var": "targetingkey"}, ["table"], ["cards"]]}"#, ".fractional[0]",
      #"this is not the name of the subject's identifier. Did you mean "targetingKey"?"#
    ),
  ])
  func `A split that does not split is a warning`(
    rule: String, place: String, message: String
  ) throws {
    #expect(try findings(targeting: rule) == ["warning \(Self.rule)\(place): \(message)"])
  }

  @Test func `An operator and an evaluator are suggested`() throws {
    let found = try findings(
      targeting: #"{"if": [{"$ref": "vipp"}, {"fractonal": [["table"]]}]}"#,
      evaluators: #"{"vip": {"!": [1]}}"#)

    #expect(
      found.contains(
        "error \(Self.rule).if[0]: there is no evaluator \"vipp\". Did you mean \"vip\"?"))
    #expect(
      found.contains(
        """
        error \(Self.rule).if[1]: flagd knows no operator "fractonal". Did you mean "fractional"?
        """))
  }

  /// Rules, and where they read more than a targeting key.
  private static let reads: [(String, [String])] = [
    (#"{"fractional": [["table"], ["cards"]]}"#, []),
    (#"{"if": [{"in": [{"var": "targetingKey"}, ["a", "b"]]}, "cards"]}"#, []),
    (#"{"fractional": [{"cat": ["a", {"var": ["targetingKey"]}]}, ["table"], ["cards"]]}"#, []),
    (#"{"if": [{"<": [{"var": "$flagd.timestamp"}, 9]}, "cards"]}"#, []),
    (#"{"if": [{"$ref": "key"}, "cards"]}"#, []),
    (#"{"if": [{"var": "vip"}, "cards"]}"#, [".if[0]"]),
    (#"{"if": [{"var": {"cat": ["v", "ip"]}}, "cards"]}"#, [".if[0]"]),
    (#"{"if": [{"!": {"var": ""}}, "cards"]}"#, [".if[0].!"]),
    (#"{"if": [{"var": ["targetingKey", {"var": "vip"}]}, "cards"]}"#, [".if[0].var[1]"]),
    (#"{"if": [{"some": [{"var": "roles"}, true]}, "cards"]}"#, [".if[0].some[0]"]),
    (#"{"if": [{"missing": ["targetingKey", "vip"]}, "cards"]}"#, [".if[0]"]),
    (#"{"if": [{"missing_some": [1, ["vip"]]}, {"var": "a"}]}"#, [".if[0]", ".if[1]"]),
  ]

  /// The places that a targeting key alone does not suffice for.
  private func places(
    targeting: String, evaluators: String = #"{"key": {"var": "targetingKey"}}"#,
    keyOnly: [String: Set<String>] = ["layout": []]
  ) throws -> [String] {
    let document = try JSON(
      parsing: """
        {"flags": {"layout": {"state": "ENABLED", "variants": {"table": 1, "cards": 2},
          "defaultVariant": "table", "targeting": \(targeting)}}, "$evaluators": \(evaluators)}
        """)
    let message =
      "the flag is not evaluated for riders, so that only targetingKey and $flagd can be read"
    return try FlagLint(keyOnlyFlags: keyOnly).problems(in: document)
      .filter { $0.severity == .error && $0.message == message }.map(\.path)
  }

  @Test(arguments: reads)
  func `A rule that has a targeting key alone must read nothing else`(
    rule: String, expected: [String]
  ) throws {
    #expect(try places(targeting: rule) == expected.map { Self.rule + $0 })
    #expect(try places(targeting: rule, keyOnly: ["other": []]) == [])
  }

  @Test func `A flag of known values must have no other`() throws {
    let document = try JSON(
      parsing: """
        {"flags": {
          "matching": {"state": "ENABLED", "variants": {"a": "nearest", "b": "nearst"}},
          "other": {"state": "ENABLED", "variants": {"b": "batch"}}}}
        """)
    let found = try FlagLint(keyOnlyFlags: ["matching": ["nearest", "batched"]])
      .problems(in: document)

    #expect(found.map(\.severity) == [.error])
    #expect(
      found.map(\.description) == [
        """
        $.flags.matching.variants.b: the flag has only the values "batched", "nearest". Did you mean \
        "nearest"?
        """
      ])
  }

  @Test func `An evaluator reads for the flag that refers to it, too`() throws {
    #expect(
      try places(
        targeting: #"{"if": [{"$ref": "vip"}, "cards", {"$ref": "vip"}, "table"]}"#,
        evaluators: #"{"vip": {"==": [1, {"var": "vip"}]}, "b": {"var": "b"}}"#)
        == ["$.$evaluators.vip.==[1]"])
  }

  @Test func `Warnings hide no error`() throws {
    let flag = #"{"state": "ENABLED", "variants": {"a": 1}, "defaultVariant": "a", "metadat": {}}"#
    let flags = (0..<1000).map { "\"f\($0)\": \(flag)" }.joined(separator: ", ")
    let document = "{\"flags\": {\(flags)}}"
    let found = try FlagLint().problems(in: try JSON(parsing: document))
    #expect(found.count == FlagLint.maximumCount)
    #expect(found.dropLast().allSatisfy { $0.severity == .warning })
    #expect(found.last?.severity == .error)
  }

  @Test func `Misspelt members are warnings, other unknown ones are not`() throws {
    let found = try findings(
      in: """
        {"description": "x", "evaluators": {}, "flags": {"f": {"state": "ENABLED", "owner": "y",
          "variants": {"a": 1}, "defaultvariant": "a", "targetting": {}}}}
        """)

    #expect(
      found == [
        #"warning $.evaluators: this member has no meaning. Did you mean "$evaluators"?"#,
        """
        warning $.flags.f.defaultvariant: this member has no meaning. Did you mean "defaultVariant"?
        """,
        #"warning $.flags.f.targetting: this member has no meaning. Did you mean "targeting"?"#,
      ])
  }
}
