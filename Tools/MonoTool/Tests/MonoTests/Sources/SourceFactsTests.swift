import Basics
import Testing

@testable import mono

struct SourceFactsTests {
  @Test(arguments: [
    ("import A", ["A 1"]),
    ("import A\nimport B.C\nimport struct D.E\n", ["A 1", "B 2", "D 3"]),
    ("@testable import A", ["A 1"]),
    ("@_spi(Private) @preconcurrency public import A", ["A 1"]),
    ("import A; import B", ["A 1", "B 1"]),
    ("// import X\n/* import Y\n /* import Z */ import Q */\nimport A", ["A 4"]),
    ("let a = \"import X\"\nlet b = \"\"\"\n  import Y\n  \"\"\"\nimport A", ["A 5"]),
    ("let a = #\"import \"X\"#\nimport A", ["A 2"]),
    ("let a = \"\"\"\n  import Y\n  \"\"\"\n", []),
    (
      "#if os(iOS)\nimport A\n#elseif X\nimport B\n#else\n#if Y\nimport C\n#endif\n#endif",
      ["A 2", "B 4", "C 7"]
    ),
    ("struct S { func f() { let important = 1 } }\nimport A", ["A 2"]),
    ("import\n  A\n", ["A 1"]),
    ("import `A`", ["A 1"]),
    ("/* x */ import A /* y */; @_spi(S) import B", ["A 1", "B 1"]),
    ("\"\"\"\n\"\"\"; import A // import B", ["A 2"]),
    ("import // where\n// from\n A", ["A 1"]),
    ("let a = [\n  \"places\", // import B\n]\n\tfileprivate import A", ["A 4"]),
    ("let importer = 1", []), ("", []), ("import", []), ("import \n", []),
    ("\u{feff}import A", ["A 1"]),
    ("import A\r\nimport B\r\n", ["A 1", "B 2"]),
  ])
  func `Imports are found where they are and nowhere else`(source: String, expected: [String]) {
    let imports = SourceFacts(Array(source.utf8)).imports

    #expect(imports.map { "\($0.module) \($0.line)" } == expected)
  }

  @Test func `Random bytes do not trap`() {
    var numbers = SplitMix64(seed: 2)
    let parts = ["import", " ", "A", "#if X", "\n", "\"\"\"", "/*", "*/", "{", "}", "#", "\u{0}"]
    for _ in 0..<500 {
      let text = (0..<30).map { _ in parts.randomElement(using: &numbers) ?? "" }.joined()
      _ = SourceFacts(Array(text.utf8))
    }
  }
}
