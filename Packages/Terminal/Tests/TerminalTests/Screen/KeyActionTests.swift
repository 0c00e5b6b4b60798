import Terminal
import Testing

@MainActor
struct KeyActionTests {
  @Test func `A key performs its own action`() {
    var performed: [String] = []
    let actions = [
      KeyAction(.enter, "Confirm") { performed.append("confirm") },
      KeyAction(.character("c"), "Cancel") { performed.append("cancel") },
    ]

    #expect(actions.perform(.character("c")))
    #expect(!actions.perform(.character("x")))
    #expect(performed == ["cancel"])
    #expect(actions.hints == [KeyHint("Enter", "Confirm"), KeyHint("c", "Cancel")])
    #expect(actions.choices.count == 2)
  }

  @Test(arguments: [
    (Key.character(" "), "Space"), (.character("q"), "q"), (.control("t"), "Ctrl-T"),
    (.alt("x"), "Alt-X"), (.function(5), "F5"), (.backTab, "Shift-Tab"), (.escape, "Esc"),
    (.pageDown, "Page Down"), (.wordLeft, "Ctrl-Left"),
  ])
  func `A key has a name`(key: Key, name: String) {
    #expect(key.name == name)
  }
}
