import Basics
import FeatureFlags
import Testing

extension FlagDefinitions {
  /// The definitions in a JSON text.
  init(json text: String, clock: UnixClock = .fixed(at: 0)) throws {
    try self.init(parsing: Array(text.utf8), clock: clock)
  }
}

struct FlagDefinitionsTests {
  @Test(arguments: [
    ("[]", "it is not an object"), ("{}", "it has no member \"flags\""),
    (#"{"flags":1}"#, "its member \"flags\" is neither an object nor a list"),
  ])
  func `A document without flags is refused`(text: String, problem: String) {
    #expect(throws: FlagDefinitionsError.notDefinitions(problem: problem)) {
      try FlagDefinitions(json: text)
    }
  }

  @Test func `A text that is not JSON is refused with its place`() {
    let error = #expect(throws: FlagDefinitionsError.self) {
      try FlagDefinitions(json: "{\n  \"flags\": }")
    }

    #expect(
      error?.description
        == "The flag definitions are not JSON: line 2, column 12: expected a value.")
  }

  @Test(arguments: [(-1, true), (0, true), (1, false)])
  func `A document has at most eight mebibytes`(excess: Int, isRead: Bool) {
    let text = #"{"flags":{}}"#
    let blanks = String(repeating: " ", count: (8 << 20) + excess - text.utf8.count)

    #expect(((try? FlagDefinitions(json: text + blanks)) != nil) == isRead)
  }

  @Test func `Keys, variants and types can be listed`() throws {
    let definitions = try FlagDefinitions(
      json: """
        {"flags": {
          "b": {"state": "ENABLED", "variants": {"x": 1, "y": 2}},
          "a": {"state": "ENABLED", "variants": {"x": 1.5}},
          "c": {"state": "ENABLED", "variants": {"x": "t"}},
          "d": {"state": "ENABLED", "variants": {"x": {}, "y": 1}}}}
        """)

    #expect(definitions.keys == ["a", "b", "c", "d"])
    #expect(definitions.variants(of: "b") == ["x", "y"])
    #expect(definitions.variants(of: "e") == nil)
    #expect(definitions.type(of: "b") == .integer)
    #expect(definitions.type(of: "a") == .float)
    #expect(definitions.type(of: "c") == .string)
    #expect(definitions.type(of: "d") == nil)
  }

  @Test func `A list of flags that carry their key is read like an object of flags`() throws {
    let definitions = try FlagDefinitions(
      json: """
        {"flags": [
          {"key": "a", "state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"},
          {"state": "ENABLED", "variants": {"on": true}},
          7]}
        """)

    #expect(definitions.keys == ["a"])
    #expect(definitions.value(of: "a", default: false))
  }

  @Test func `Keys that only look alike are different flags`() throws {
    let definitions = try FlagDefinitions(
      json: """
        {"flags": {
          "\\u00e9": {"state": "ENABLED", "variants": {"v": "one"}, "defaultVariant": "v"},
          "e\\u0301": {"state": "ENABLED", "variants": {"v": "two"}, "defaultVariant": "v"}}}
        """)

    #expect(definitions.value(of: "\u{E9}", default: "") == "one")
    #expect(definitions.value(of: "e\u{301}", default: "") == "two")
  }
}
