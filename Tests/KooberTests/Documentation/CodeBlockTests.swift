import Basics
import Testing

/// The code in the pages is code that is compiled.
struct CodeBlockTests {
  private struct Block: Hashable, CustomStringConvertible {
    let document: String
    let lines: [Substring]

    var description: String { "\(document):\n\(lines.joined(separator: "\n"))\n" }
  }

  @Test func `Every block of Swift in a page stands, line by line, in a source`() throws {
    let blocks = try DocumentReader.documents()
      // The tests of the exercises compile their texts.
      .filter { !$0.contains("/Exercises/") }
      .flatMap { try Self.blocks(of: $0) }
    let wanted = Dictionary(grouping: blocks) { $0.lines[0] }
    var missing = Set(blocks)
    for path in try DocumentReader.files(named: "*.swift") {
      let lines = Self.lines(of: try Files.text(of: "\(DocumentReader.root)/\(path)"))
      for (index, line) in lines.enumerated() {
        missing.subtract(
          wanted[line, default: []].filter { lines[index...].starts(with: $0.lines) })
      }
    }

    #expect(missing.isEmpty)
    #expect(blocks.count > 100)
  }

  private static func blocks(of document: String) throws -> [Block] {
    try Files.text(of: "\(DocumentReader.root)/\(document)").split(separator: "```swift\n")
      .dropFirst()
      .map { rest in
        let code = rest.split(separator: "```", maxSplits: 1, omittingEmptySubsequences: false)[0]
        let lines = lines(of: String(code))
        try #require(!lines.isEmpty, "\(document) has a block without code.")
        return Block(document: document, lines: lines)
      }
  }

  /// The lines without their indentation, and without the empty ones.
  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
  }
}
