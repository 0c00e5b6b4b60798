import Basics
import RegexBuilder
import Testing

/// A number of the rules that is written into a text stays behind when the rule changes.
struct LimitTextTests {
  /// Returns the limits in the text of a line, such as `30 days`.
  private static func limits(in line: Substring) -> [String] {
    let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    guard code.contains("\"") || code.hasSuffix("\\"), !code.contains("CommandExample(") else {
      return []
    }
    let number = /\b(?:[0-9]+|two|three|five|ten|fifteen|thirty|sixty|hundred|thousand)/
    let unit = /(?:s|m|km|seconds|minutes|meters|hours|days|characters|bytes)\b/
    return code.matches(
      of: Regex {
        number; " "; unit
      }
    ).map { String($0.output) }
  }

  @Test(arguments: [
    (#"  summary: "Kept for 30 days.","#, ["30 days"]), ("  a silence of 60 s, or \\", ["60 s"]),
    (#"  hint: "Wait \(rule) minutes.")"#, []), ("  let time = 30 // 30 seconds", []),
    (#"  "within five minutes""#, ["five minutes"]),
  ])
  func `A limit in a text is found`(line: String, limits: [String]) {
    #expect(Self.limits(in: line[...]) == limits)
  }

  @Test func `Help, summaries and errors take their limits from the rules`() throws {
    let root = DocumentReader.root
    let found = try Subprocess.run(
      "find",
      [
        "\(root)/Packages", "\(root)/Apps", "-path", "*/.build", "-prune", "-o", "-path", "*/Tests",
        "-prune", "-o", "-path", "*-preview", "-prune", "-o", "-name", "*.swift", "-print",
      ])
    let sources = found.outputText.split(separator: "\n").map(String.init)
    #expect(sources.count > 500)
    let limits = try sources.flatMap { source in
      try Files.text(of: source).split(separator: "\n").flatMap { line in
        Self.limits(in: line).map { "\(source.dropFirst(root.count + 1)): \($0)" }
      }
    }
    #expect(limits == [])
  }
}
