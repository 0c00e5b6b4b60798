@testable import Terminal
import TerminalTesting
import Testing

@MainActor
struct TextFieldTests {
  @Test(arguments: [
    ([Key.character("x")], "one two x|"), ([.left, .character("x")], "one twox| "),
    ([.home, .character("x")], "x|one two "), ([.control("a"), .delete], "|ne two "),
    ([.backspace], "one two|"), ([.control("a"), .control("e"), .control("h")], "one two|"),
    ([.wordLeft], "one |two "), ([.wordLeft, .wordLeft], "|one two "),
    ([.home, .wordRight], "one| two "), ([.home, .wordRight, .wordRight], "one two| "),
    ([.control("w")], "one |"), ([.control("w"), .control("w")], "|"),
    ([.left, .left, .control("u")], "|o "), ([.left, .left, .control("k")], "one tw|"),
    ([.home, .right, .control("f"), .control("b"), .control("d")], "o|e two "),
    ([.home, .backspace, .left], "|one two "), ([.end, .delete, .right], "one two |"),
  ])
  func `Keys edit the text at the cursor`(keys: [Key], result: String) {
    let field = TextField("one two ")

    for key in keys { #expect(field.handle(key)) }

    #expect(field.textWithCursor == result)
  }

  @Test(arguments: [Key.enter, .tab, .escape, .up, .function(1), .alt("x"), .control("t")])
  func `Other keys are left to the screen`(key: Key) {
    #expect(!TextField("x").handle(key))
  }

  @Test func `What is pasted becomes one clean line`() {
    let field = TextField()

    field.insert("two\nlines\u{1B}[2J\u{202E}")

    #expect(field.text == "two lines")
  }

  @Test func `A password keeps its characters and loses the line break`() {
    let field = TextField(isPassword: true)

    field.insert("pä\u{200B}ss \n")

    #expect(field.text == "pä\u{200B}ss ")
  }

  @Test func `A mark joins the letter before the cursor`() {
    let field = TextField("e", limit: 1)

    field.handle(.character("\u{301}"))
    field.handle(.character("x"))

    #expect(field.text == "é")
    field.handle(.backspace)
    #expect(field.text == "")
  }

  @Test func `No more than the limit is taken`() {
    let field = TextField(limit: 5)

    field.insert("東京都庁")
    field.insert("abc")

    #expect(field.text == "東京都庁a")
  }

  @Test func `Ten thousand characters are taken one by one`() {
    let field = TextField()

    for _ in 0..<10_001 { field.handle(.character("x")) }

    #expect(field.text.count == 10_000)
  }

  @Test(arguments: [
    ("東京都庁舎", false, true, "京都庁舎", 8), ("東京都庁舎a", false, true, "都庁舎a", 7),
    ("東京", false, true, "東京", 4), ("東京", true, true, "••", 2), ("abc", true, false, "***", 3),
  ])
  func `The part before the cursor is shown`(
    text: String, isPassword: Bool, isUnicode: Bool, shown: String, cursor: Int
  ) {
    let field = TextField(text, isPassword: isPassword)
    var frame = Frame(size: TerminalSize(columns: 9, rows: 1), isUnicode: isUnicode)

    field.draw(in: &frame, column: 0, row: 0, columns: 9, isFocused: true)

    #expect(frame.lines == [shown])
    #expect(frame.cursor == .init(column: cursor, row: 0))
  }

  @Test func `What follows the cursor is shown as far as there is room`() {
    let field = TextField("Opera House")
    field.handle(.home)
    var frame = Frame(size: TerminalSize(columns: 6, rows: 1))

    field.draw(in: &frame, column: 1, row: 0, columns: 4, isFocused: false)

    #expect(frame.lines == [" Oper"])
    #expect(frame.cursor == nil)
  }
}

extension TextField {
  /// The text with a bar at the cursor, found by typing one and taking it back.
  fileprivate var textWithCursor: String {
    insert("|")
    defer { handle(.backspace) }
    return text
  }
}
