import Testing

@testable import Basics

struct SuggestionsTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1),
    ("abc", "abd", 1), ("abc", "ab", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
  ])
  func `The distance counts edits and swaps`(a: String, b: String, distance: Int) {
    #expect(Suggestions.distance(Array(a), Array(b)) == distance)
  }

  @Test(arguments: [
    ("serach", ["search"]), ("SEARCH", ["search"]), ("x", []), ("shar", ["share"]),
    ("search-everything", []), ("compl", ["completions"]),
  ])
  func `Only near words are suggested`(word: String, suggestions: [String]) {
    let candidates = ["search", "share", "ride", "completions"]
    #expect(Suggestions.nearest(to: word, among: candidates) == suggestions)
  }
}
