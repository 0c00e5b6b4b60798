import Terminal
import TerminalTesting
import Testing

@MainActor
struct SelectListTests {
  private let list = SelectList(["Wallabee", "Wallaroo", "Kangaroo", "Koala", "Jet"]) {
    Styled($0)
  }

  @Test(arguments: [
    ([], "Wallabee"), ([Key.down], "Wallaroo"), ([.character("j"), .character("j")], "Kangaroo"),
    ([.down, .character("k")], "Wallabee"), ([.up], "Wallabee"), ([.end], "Jet"),
    ([.end, .down], "Jet"), ([.end, .home], "Wallabee"), ([.character("4")], "Koala"),
    ([.character("9")], "Wallabee"), ([.character("r")], "Wallaroo"),
    ([.character("r"), .character("o"), .down], "Kangaroo"),
    ([.character("/"), .character("j")], "Jet"), ([.character("/"), .character("k")], "Kangaroo"),
    ([.character("r"), .escape, .down, .down], "Kangaroo"),
    ([.character("/"), .character("j"), .backspace, .backspace, .character("j")], "Wallaroo"),
    ([.control("n"), .control("n"), .control("p")], "Wallaroo"),
  ])
  func `Keys move the selection`(keys: [Key], selection: String) {
    for key in keys {
      if case .ignored = list.handle(key) { Issue.record("\(key) is ignored") }
    }

    #expect(list.selection == selection)
  }

  @Test func `Enter chooses`() {
    _ = list.handle(.down)

    guard case .chosen("Wallaroo") = list.handle(.enter) else {
      Issue.record("nothing chosen")
      return
    }
  }

  @Test func `Nothing can be chosen where nothing matches`() {
    for character in "xyz" { _ = list.handle(.character(character)) }

    #expect(list.selection == nil)
    #expect(list.filter == "xyz")
    guard case .handled = list.handle(.enter) else {
      Issue.record("something chosen")
      return
    }
  }

  @Test(arguments: [Key.tab, .escape, .backspace, .left, .function(1)])
  func `Other keys are left to the screen`(key: Key) {
    guard case .ignored = list.handle(key) else {
      Issue.record("\(key) is not ignored")
      return
    }
  }

  @Test func `The rows scroll with the selection`() {
    #expect(drawn(rows: 2) == "▌ Wallabee\n  Wallaroo\n")
    _ = list.handle(.end)
    #expect(drawn(rows: 2) == "  Koala\n▌ Jet\n")
    _ = list.handle(.pageUp)
    #expect(drawn(rows: 2) == "▌ Kangaroo\n  Koala\n")
    #expect(drawn(rows: 9) == "  Wallabee\n  Wallaroo\n▌ Kangaroo\n  Koala\n  Jet\n")
    #expect(drawn(rows: 0).isEmpty)
  }

  @Test func `The filter is shown below the rows`() {
    for character in "oo" { _ = list.handle(.character(character)) }
    #expect(drawn(rows: 3) == "▌ Wallaroo\n  Kangaroo\n/oo\n")
    _ = list.handle(.character("x"))
    #expect(drawn(rows: 3) == "\n\n/oox  (nothing matches)\n")
  }

  @Test func `The hints name what the keys do`() {
    var frame = Frame(size: TerminalSize(columns: 30, rows: 9))
    list.draw(in: &frame, frame.region)
    #expect(
      frame.hints.map(\.key) == [
        "Page Up/Down", "Home/End", "j/k", "1-9", "/", "Other letters",
      ])

    frame.hints = []
    list.draw(in: &frame, frame.region, takesText: false)
    #expect(frame.hints.map(\.key) == ["Page Up/Down"])
  }

  @Test(arguments: ["x", "/", "j"] as [Character])
  func `An empty list has no filter`(character: Character) {
    let list = SelectList<String> { Styled($0) }

    guard case .ignored = list.handle(.character(character)) else {
      Issue.record("the list takes the character")
      return
    }
    #expect(!list.isFiltering)
  }

  @Test func `New items keep the selection in range`() {
    _ = list.handle(.end)

    list.items = ["One", "Two"]
    #expect(list.selection == "Two")
    list.items = []
    #expect(list.selection == nil)
    list.items = ["Three"]
    #expect(list.selection == "Three")
  }

  private func drawn(rows: Int) -> String {
    var frame = Frame(size: TerminalSize(columns: 30, rows: max(1, rows)))
    list.draw(in: &frame, Region(columns: 30, rows: rows))
    return frame.text
  }
}
