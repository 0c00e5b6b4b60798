import Testing

@testable import MonoCore

struct RulesReaderTests {
  @Test func `Without a file the rules of every repository hold`() throws {
    let folder = try TemporaryFolder()

    let names = try RulesFile.load(root: folder.path).rules.map(\.name)

    #expect(names == ["acyclic", "undeclared-import", "unused-dependency"])
  }

  @Test(arguments: [
    ("{", ":1: expected"), ("{\n\n\"version\": 2}", "3: \"version\" must be 1"),
    (#"{"version": "1"}"#, "must be a whole number"),
    (#"{"rule": []}"#, "\"rule\" is not known"),
    (#"{"rules": [{"kind": "acyclic", "reason": "r"}]}"#, "no \"name\""),
    (#"{"rules": [{"name": "n", "kind": "acyclic"}]}"#, "no \"reason\""),
    (
      #"{"rules": [{"name": "n", "kind": "other", "reason": "r"}]}"#,
      "\"kind\" is 'other', which is none of"
    ),
    (#"{"rules": [{"name": "n", "kind": "acyclic", "reason": "r", "form": []}]}"#, "\"form\""),
    (
      #"{"rules": [{"name": "n", "kind": "forbidden", "reason": "r", "from": ["tests:*"], "to": ["A"]}]}"#,
      "'tests' in 'tests:*'"
    ),
    (#"{"rules": ["x"]}"#, "Entry 1 of \"rules\" must be an object"),
    (#"{"inputs": [{"paths": ["a"], "affects": []}]}"#, "no \"reason\""),
    (#"{"inputs": [{"paths": ["a"], "reason": "r"}]}"#, "no \"affects\""),
    (
      "{\"inputs\": [{\"paths\": [\"a\"],\n\"affects\": \"T\", \"reason\": \"r\"}]}",
      "2: \"affects\" must be a list"
    ),
    (#"{"inputs": [{"paths": [], "affects": [], "reason": "r"}]}"#, "at least one entry"),
    (#"{"inputs": [{"paths": ["a", 7], "affects": [], "reason": "r"}]}"#, "Entry 2 of \"paths\""),
    (rule("\"forbidden\"", #""from": "A", "to": ["B"]"#), "\"from\" must be a list"),
    (rule("\"forbidden\"", #""from": ["A"]"#), "no \"to\""),
    (rule("\"forbidden\"", #""from": [], "to": ["B"]"#), "\"from\" needs at least one entry"),
    (rule("\"layers\"", #""layers": ["A", "B"]"#), "Entry 1 of \"layers\" must be a list"),
    (rule("\"layers\"", #""layers": [["A"]]"#), "at least 2 entries"),
    (rule("\"layers\"", #""other": 1"#), "\"other\" is not known"),
    (rule("\"layers\"", #""reason": null"#), "two members of one name"),
    (rule("null", ""), "\"kind\" must be a text"),
    (#"{"rules": [{"name": "n", "reason": "r"}]}"#, "no \"kind\""),
    (#"{"rules": [{"name": "", "kind": "acyclic", "reason": "r"}]}"#, "\"name\" must not be empty"),
    (
      #"{"rules": [{"name": "n", "kind": "acyclic", "reason": "r"},"#
        + "\n" + #"{"name": "n", "kind": "acyclic", "reason": "r"}]}"#,
      "2: \"name\" is 'n', as that of another rule"
    ),
    (#"{"features": {"rootTarget": 1}}"#, "\"rootTarget\" must be a text"),
    (#"{"features": {"list": {"file": "T"}}}"#, "no \"variable\""),
    (rule("\"forbidden-code\"", #""among": ["A"]"#), "forbids nothing"),
    (rule("\"forbidden-code\"", #""among": ["A"], "uses": [""]"#), "must not be empty"),
    (#"[]"#, "must be an object"),
  ])
  func `A mistake in the file is named`(text: String, words: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "mono.rules.json")

    let error = #expect(throws: MonoError.self) { try RulesFile.load(root: folder.path) }

    #expect(error?.exitStatus == 64)
    #expect(error?.message.hasPrefix("mono.rules.json:") == true)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  private static func rule(_ kind: String, _ members: String) -> String {
    let more = members.isEmpty ? "" : ", \(members)"
    return #"{"rules": [{"name": "n", "kind": \#(kind), "reason": "r"\#(more)}]}"#
  }

  @Test func `A named file that is not there is an error`() throws {
    let folder = try TemporaryFolder()

    #expect(throws: MonoError.self) { try RulesFile.load(root: folder.path, path: "other.json") }
  }
}
