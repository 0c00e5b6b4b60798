import Testing

@testable import MonoCore

struct GlobTests {
  @Test(arguments: [
    ("*", "Core", true), ("*", "a/b", false), ("**", "a/b", true), ("Core*", "CoreTesting", true),
    ("*Testing", "CoreTesting", true), ("*Testing", "Testing2", false), ("a?c", "abc", true),
    ("a?c", "a/c", false), ("**/x.md", "x.md", true), ("**/x.md", "a/b/x.md", true),
    ("a/**", "a/b/c", true), ("a/**", "ab", false), ("a*b*c", "aXbYc", true), ("", "", true),
    ("", "a", false), (".ci/**", ".ci/run", true), ("Tools/*", "Tools/a/b", false),
  ])
  func `A pattern matches`(pattern: String, text: String, expected: Bool) {
    #expect(Glob(pattern).matches(text) == expected)
  }

  @Test func `Many stars take no time`() {
    let pattern = Glob(String(repeating: "*a", count: 60))
    #expect(!pattern.matches(String(repeating: "a", count: 400) + "b"))
  }
}
