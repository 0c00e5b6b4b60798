import Testing

@testable import MonoCore

struct CodePatternTests {
  @Test(
    arguments: [
      (#"^ *((public|private) )*static var \w+(: [^{]*)?$"#, ["static var "]),
      (#"^let \w+ = \w*(Store|Cache)\("#, ["let ", " = ", "("]),
      (#"[fF]lagScope\.flags\b"#, ["lagScope.flags"]),
      (#"colou?r"#, ["colo", "r"]), (#"ab{0,2}c"#, ["a", "c"]), (#"(?!var)x"#, ["x"]),
      (#"[^\]]a[[b]c]d"#, ["a", "d"]),
    ])
  func `A pattern's literals are the texts that each match contains`(
    pattern: String, expected: [String]
  ) {
    #expect(
      CodePattern.literals(of: pattern).map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test(arguments: [#"one|two"#, #"(?i)one"#, #"\x41b"#, #"\p{L}b"#, #"\w+"#])
  func `A pattern that does not show its texts has no literals`(pattern: String) {
    #expect(CodePattern.literals(of: pattern) == [])
  }

  @Test(
    arguments: [
      (#"^let \w"#, ["let a"]), (#"let"#, ["let a", "  let b"]), (#"one|two"#, ["two", "one"]),
      (#"\w+$"#, ["let a", "  let b", "two", "one"]), (#"(?i)TWO"#, ["two"]), (#"b.*l"#, []),
      (#"\bmake\b"#, ["a.make()"]),
    ])
  func `Lines are found that the whole expression matches, but no comments`(
    pattern: String, expected: [String]
  ) throws {
    let code = Array("let a\n  let b\n  // let two\n\n//one\ntwo\none\na.make()".utf8)
    var pattern = CodePattern(pattern)

    let lines = try pattern.lines(of: code)

    #expect(lines.map { String(decoding: code[$0], as: UTF8.self) } == expected)
  }
}
