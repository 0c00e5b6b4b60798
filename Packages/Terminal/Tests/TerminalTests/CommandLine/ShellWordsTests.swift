import TerminalTesting
import Testing

@testable import Terminal

struct ShellWordsTests {
  @Test(arguments: [
    ("a b  c", ["a", "b", "c"]), ("a 'b c'", ["a", "b c"]), ("a \"b \\\" c\"", ["a", "b \" c"]),
    ("a\\ b", ["a b"]), ("a ''", ["a", ""]), ("", []), ("a ", ["a"]), ("x'y'z", ["xyz"]),
  ])
  func `A line splits as in a shell`(line: String, words: [String]) {
    #expect(CommandExample("program " + line, "").arguments == words)
  }

  @Test func `The word at the cursor is empty after a space`() {
    #expect(ShellWords.splitForCompletion("a b ").words == ["a", "b", ""])
  }

  @Test func `An open quotation mark is known`() {
    let split = ShellWords.splitForCompletion("a \"Opera H")

    #expect(split == .init(words: ["a", "Opera H"], openQuote: "\"", typed: "\"Opera H"))
  }
}
