import Basics
import Testing

@testable import mono

struct RulesReaderTests {
  @Test func `Without a file the rules of every repository hold`() throws {
    let folder = try TemporaryFolder()

    let names = try RulesFile.load(root: folder.path).rules.map(\.name)

    #expect(names == ["acyclic", "undeclared-import", "unused-dependency"])
  }

  @Test(arguments: [
    ("{", ":1: expected"), ("{\n\n\"version\": 2}", "3: \"version\" must be 1"),
    (#"{"rule": []}"#, "\"rule\" is not known"),
    (#"{"rules": [{"kind": "acyclic", "reason": "r"}]}"#, "no \"name\""),
    (#"{"rules": [{"name": "n", "kind": "acyclic"}]}"#, "no \"reason\""),
    (rule("\"other\"", ""), "the kind 'other', which is none of acyclic,"),
    (rule("\"acyclic\"", #""form": []"#), "\"rules.0.form\" is not known here"),
    (rule("\"forbidden\"", #""from": ["tests:*"], "to": ["A"]"#), "'tests' in 'tests:*'"),
    (#"{"rules": ["x"]}"#, "\"rules.0\" must be an object"),
    (#"{"inputs": [{"paths": ["a"], "affects": []}]}"#, "no \"reason\""),
    (
      "{\"inputs\": [{\"paths\": [\"a\"],\n\"affects\": \"T\", \"reason\": \"r\"}]}",
      "2: \"inputs.0.affects\" cannot be: the value has another type"
    ),
    (
      #"{"inputs": [{"paths": [], "affects": [], "reason": "r"}]}"#,
      "\"inputs.0.paths\" must not be empty"
    ),
    (#"{"inputs": [{"paths": ["a", 7], "affects": [], "reason": "r"}]}"#, "\"inputs.0.paths.1\""),
    (rule("\"forbidden\"", #""from": ["A"]"#), "no \"to\""),
    (rule("\"forbidden\"", #""from": [], "to": ["B"]"#), "\"rules.0.from\" must not be empty"),
    (rule("\"forbidden\"", #""from": ["@a"], "to": ["B"]"#), "names no group: '@a'"),
    (rule("\"layers\"", #""layers": ["A", "B"]"#), "\"rules.0.layers.0\" cannot be"),
    (rule("\"layers\"", #""reason": null"#), "two members of one name"),
    (
      #"{"rules": [{"name": "", "kind": "acyclic", "reason": "r"}]}"#,
      "\"rules.0.name\" must not be empty"
    ),
    (
      #"{"rules": [{"name": "n", "kind": "acyclic", "reason": "r"},"#
        + "\n" + #"{"name": "n", "kind": "acyclic", "reason": "r"}]}"#,
      "2: \"rules.1\" has the name of another rule"
    ),
    (#"{"features": {"edits": [{"file": "T"}]}}"#, "\"features\" has no \"folder\""),
    (rule("\"forbidden-code\"", #""among": ["A"]"#), "no \"instead\""),
    (rule("\"forbidden-code\"", #""among": ["A"], "instead": {"*": "i"}"#), "says nothing that"),
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

  @Test func `A group stands for its members`() throws {
    let folder = try TemporaryFolder()
    let group = #"{"groups": {"g": ["A", "B"]}, "rules": [{"name": "n", "kind": "independent", "#
    try folder.write(group + #""members": ["@g", "C"], "reason": "r"}]}"#, to: "mono.rules.json")

    let rule = try #require(try RulesFile.load(root: folder.path).rules.first)

    #expect(rule.members.map(\.text) == ["A", "B", "C"])
  }

  @Test func `The page about rules has every kind and key, and the rules of this repository hold`()
    throws
  {
    let package = Path.join(Path.folder(of: #filePath), "../../..")
    let page = Files.text("\(package)/RULES.md") ?? ""
    for (kind, keys) in Rule.keys {
      for word in [kind.rawValue] + keys.needed + keys.possible {
        #expect(page.contains("`\(word)`"), "\(word)")
      }
    }
    let rules = try RulesFile.load(root: Path.join(package, "../.."))
    #expect(!rules.rules.isEmpty && !rules.inputs.isEmpty)
  }
}
