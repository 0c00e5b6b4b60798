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

  private static let layers = """
    { "rules": [
      { "name": "layers", "kind": "layers", "layers": [
        ["App/*"], ["One/UI", "Red"], ["Core/*"] ] },
      { "name": "one", "layers": [[]], "kind": "layers" } ] }
    """

  @Test(
    arguments: [
      (nil, "layers", #"["One/UI", "Red", "Tip/*"], ["Core/*"]"#),
      ("Core", "layers", #"["Core/*", "Tip/*"]"#), ("UI", "layers", #""Red", "Tip/*"]"#),
      ("App", "layers", #"[["App/*", "Tip/*"]"#), ("Elsewhere", "layers", #""Red", "Tip/*"]"#),
      (nil, "one", #"[["Tip/*"]]"#),
    ] as [(String?, String, String)])
  func `A package is added to the layer of its neighbor`(
    neighbor: String?, rule: String, changed: String
  ) throws {
    var editor = RulesEditor(text: Self.layers)

    try editor.add("Tip/*", toLayerOf: neighbor, inRule: rule)

    #expect(editor.text.filter { !$0.isWhitespace }.contains(changed.filter { !$0.isWhitespace }))
    #expect(throws: MonoError.self) {
      try editor.add("Tip/*", toLayerOf: nil, inRule: "nothing")
    }
  }

  @Test(arguments: ["none", "nothing", "A"])
  func `A rule without a list is refused`(rule: String) {
    var editor = RulesEditor(text: Self.text)

    #expect(throws: MonoError.self) { try editor.add("New", toRule: rule) }
  }
}
