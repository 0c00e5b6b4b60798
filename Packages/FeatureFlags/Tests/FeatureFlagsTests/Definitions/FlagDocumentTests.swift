import FeatureFlags
import Testing

struct FlagDocumentTests {
  private func definitions() throws -> FlagDefinitions {
    try FlagDefinitions(
      json: """
        {"flags": {"ui": {"state": "DISABLED", "variants": {"old": 1, "new": 2},
          "targeting": {"if": [true, "old"]}, "metadata": {"owner": "x"}}}}
        """)
  }

  @Test func `A pinned flag has the chosen variant for everyone`() throws {
    var document = FlagDocument()

    try document.pin("ui", to: "new", from: try definitions())

    #expect(
      document.json.serialized
        == #"""
        {"flags":{"ui":{"state":"ENABLED","variants":{"old":1,"new":2},\#
        "defaultVariant":"new"}}}
        """#
    )
    #expect(try FlagDefinitions(document.json).value(of: "ui", default: 0) == 2)
    #expect(try FlagLint().problems(in: document.json).isEmpty)
  }

  @Test func `Unpinning keeps everything else`() throws {
    var document = try FlagDocument(["x": 1, "flags": ["other": [:], "ui": [:]]])

    let wasThere = document.unpin("ui")
    let isStillThere = document.unpin("ui")

    #expect(wasThere)
    #expect(!isStillThere)
    #expect(document.json == ["x": 1, "flags": ["other": [:]]])
  }

  @Test func `An unknown flag or variant is named with what there is`() throws {
    var document = FlagDocument()
    let definitions = try definitions()

    let unknownFlag = #expect(throws: FlagPinError.self) {
      try document.pin("gone", to: "new", from: definitions)
    }
    let unknownVariant = #expect(throws: FlagPinError.self) {
      try document.pin("ui", to: "newer", from: definitions)
    }

    #expect(
      unknownFlag?.description == "There is no flag \"gone\". List the flags to see their keys.")
    #expect(
      unknownVariant?.description
        == "The flag \"ui\" has no variant \"newer\". It has: old, new.")
  }

  @Test(arguments: ["[]", "{}", #"{"flags": []}"#])
  func `A document that cannot be edited is refused`(text: String) throws {
    let json = try JSONValue(parsing: text)

    #expect(throws: FlagDefinitionsError.self) { try FlagDocument(json) }
  }
}
