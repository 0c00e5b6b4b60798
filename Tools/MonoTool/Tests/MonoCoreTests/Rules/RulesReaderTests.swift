import Testing

@testable import MonoCore

struct RulesReaderTests {
  @Test func `Without a file the rules of every repository hold`() throws {
    let folder = try TemporaryFolder()

    let names = try RulesFile.load(root: folder.path).rules.map(\.name)

    #expect(names == ["acyclic", "undeclared-import", "unused-dependency"])
  }

  @Test(arguments: [
    ("{", "line 1"),
    (#"{"rule": []}"#, "\"rule\" is not known"),
    (#"{"rules": [{"kind": "acyclic", "reason": "r"}]}"#, "no \"name\""),
    (#"{"rules": [{"name": "n", "kind": "acyclic"}]}"#, "no \"reason\""),
    (#"{"rules": [{"name": "n", "kind": "other", "reason": "r"}]}"#, "'other' is no kind of rule"),
    (#"{"rules": [{"name": "n", "kind": "acyclic", "reason": "r", "form": []}]}"#, "\"form\""),
    (
      #"{"rules": [{"name": "n", "kind": "forbidden", "reason": "r", "from": ["tests:*"]}]}"#,
      "'tests' in 'tests:*'"
    ),
    (#"{"rules": ["x"]}"#, "no \"name\""),
    (#"{"inputs": [{"paths": ["a"]}]}"#, "no \"reason\""),
    (#"[]"#, "not an object"),
  ])
  func `A mistake in the file is named`(text: String, words: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "mono.rules.json")

    let error = #expect(throws: MonoError.self) { try RulesFile.load(root: folder.path) }

    #expect(error?.exitStatus == 64)
    #expect(error?.message.hasPrefix("mono.rules.json: ") == true)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test func `A named file that is not there is an error`() throws {
    let folder = try TemporaryFolder()

    #expect(throws: MonoError.self) { try RulesFile.load(root: folder.path, path: "other.json") }
  }
}
