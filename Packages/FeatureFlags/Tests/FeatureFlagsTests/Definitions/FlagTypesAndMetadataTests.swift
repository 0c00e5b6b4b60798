import Basics
import FeatureFlags
import Testing

struct FlagTypesAndMetadataTests {
  @Test(
    arguments: [
      ("true", [FlagType.boolean]), ("\"x\"", [.string]), ("10", [.integer, .float]),
      ("10.0", [.integer, .float]), ("0.5", [.float]), ("-3", [.integer, .float]),
      ("9007199254740991", [.integer, .float]), ("9007199254740992", [.float]),
      ("-9007199254740991", [.integer, .float]), ("1e300", [.float]), ("{}", [.object]),
      ("[1]", []), ("null", []),
    ])
  func `A value is handed out as its own type only`(value: String, types: [FlagType]) throws {
    let definitions = try FlagDefinitions(
      json: """
        {"flags": {"flag": {"state": "ENABLED", "variants": {"v": \(value)},
          "defaultVariant": "v"}}}
        """)
    for type in FlagType.allCases {
      let details = definitions.details(for: "flag", type: type, default: "mine")
      if types.contains(type) {
        #expect(details.errorCode == nil)
        #expect(details.variant == "v")
      } else {
        #expect(details.errorCode == .typeMismatch)
        #expect(details.value == "mine")
        #expect(details.variant == nil)
        #expect(details.reason == .error)
      }
    }
  }

  @Test func `Swift types get their values`() throws {
    let definitions = try FlagDefinitions(
      json: """
        {"flags": {
          "b": {"state": "ENABLED", "variants": {"v": true}, "defaultVariant": "v"},
          "s": {"state": "ENABLED", "variants": {"v": "x"}, "defaultVariant": "v"},
          "n": {"state": "ENABLED", "variants": {"v": 10.0}, "defaultVariant": "v"},
          "o": {"state": "ENABLED", "variants": {"v": {"k": 1}}, "defaultVariant": "v"}}}
        """)

    #expect(definitions.value(of: "b", default: false) == true)
    #expect(definitions.value(of: "s", default: "") == "x")
    #expect(definitions.value(of: "n", default: 0) == 10)
    #expect(definitions.value(of: "n", default: 0.5) == 10.0)
    #expect(definitions.value(of: "o", default: JSON.Object()) == ["k": 1])
  }

  @Test(
    arguments: [
      (FlagType.boolean, "true", JSON.boolean(true)), (.string, "tr\"ue", "tr\"ue"),
      (.integer, "-12", -12), (.float, "0.5", 0.5), (.object, "{\"a\":1}", ["a": 1]),
    ] as [(FlagType, String, JSON)])
  func `A default is read from a command line`(type: FlagType, text: String, value: JSON) {
    #expect(type.value(parsing: text) == value)
  }

  @Test(
    arguments: [
      (FlagType.boolean, "yes"), (.boolean, "1"), (.integer, "0.5"), (.float, "x"), (.object, "[]"),
    ])
  func `A default of another type is refused`(type: FlagType, text: String) {
    #expect(type.value(parsing: text) == nil)
  }

  private static let document = """
    {"metadata": {"team": "rides", "version": 1, "shared": true, "list": [1], "gone": null},
     "flags": {
      "static": {"state": "ENABLED", "variants": {"v": 1}, "defaultVariant": "v",
        "metadata": {"version": 2, "own": "x", "team": null}},
      "plain": {"state": "ENABLED", "variants": {"v": 1}, "defaultVariant": "v"},
      "match": {"state": "ENABLED", "variants": {"v": 1}, "targeting": {"if": [true, "v"]},
        "metadata": {"own": "x"}},
      "default": {"state": "ENABLED", "variants": {"v": 1}, "metadata": {"own": "x"}},
      "disabled": {"state": "DISABLED", "variants": {"v": 1}, "metadata": {"own": "x"}},
      "broken": {"state": "ENABLED", "variants": {"v": 1}, "targeting": {"nonsense": 1},
        "metadata": {"own": "x"}},
      "bad": {"metadata": {"own": "x"}}}}
    """

  @Test(
    arguments: [
      ("static", #"{"team":"rides","version":2,"shared":true,"own":"x"}"#),
      ("plain", #"{"team":"rides","version":1,"shared":true}"#),
      ("match", #"{"team":"rides","version":1,"shared":true,"own":"x"}"#),
      ("default", #"{"team":"rides","version":1,"shared":true,"own":"x"}"#),
      ("disabled", #"{"team":"rides","version":1,"shared":true,"own":"x"}"#),
      ("broken", #"{"team":"rides","version":1,"shared":true,"own":"x"}"#),
      ("bad", #"{"team":"rides","version":1,"shared":true,"own":"x"}"#),
      ("unknown", #"{"team":"rides","version":1,"shared":true}"#),
    ])
  func `Metadata comes with every outcome, the flag's own over that of its set`(
    key: String, metadata: String
  ) throws {
    let definitions = try FlagDefinitions(json: Self.document)

    let details = definitions.details(for: key, default: 0)

    #expect(JSON.object(details.flagMetadata.json).serialized() == metadata)
    let mismatch = definitions.details(for: key, default: "text")
    #expect(mismatch.flagMetadata == details.flagMetadata)
  }
}
