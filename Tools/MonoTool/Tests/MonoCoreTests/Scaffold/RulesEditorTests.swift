import Testing

@testable import MonoCore

struct RulesEditorTests {
  private static let text = """
    { "features": { "rules": ["apart"] }, "rules": [
      { "name": "apart", "members": ["A", "B"], "reason": "apart" },
      { "name" : "low", "kind": "allowed", "from": [], "to": ["C"] },
      { "name": "none", "kind": "acyclic" } ] }
    """

  @Test(arguments: [
    ("apart", #""members": ["A", "B", "New"]"#), ("low", #""from": ["New"], "to": ["C"]"#),
  ])
  func `A package is added behind the others`(rule: String, changed: String) throws {
    var editor = RulesEditor(text: Self.text)

    try editor.add("New", toRule: rule)

    #expect(editor.text.contains(changed))
    #expect(editor.text.count == Self.text.count + (rule == "low" ? 5 : 7))
  }

  @Test(arguments: [
    ("A", #""members": ["B"]"#), ("B", #""members": ["A"]"#), ("C", #""to": []"#),
    ("apart", #""rules": []"#),
  ])
  func `A package is removed from every list`(package: String, changed: String) {
    var editor = RulesEditor(text: Self.text)

    editor.remove(package)

    #expect(editor.text.contains(changed))
    #expect(
      editor.text.contains(#""name": "apart""#) && editor.text.contains(#""reason": "apart""#))
  }

  @Test(arguments: ["none", "nothing", "A"])
  func `A rule without a list is refused`(rule: String) {
    var editor = RulesEditor(text: Self.text)

    #expect(throws: MonoError.self) { try editor.add("New", toRule: rule) }
  }
}
