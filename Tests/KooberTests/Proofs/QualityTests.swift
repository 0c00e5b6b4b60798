import Basics
import SourceEvidence
import Testing

/// The table of qualities in the page about the architecture names all eight, and tests that exist.
struct QualityTests {
  @Test func `Each quality has a test, and each test exists`() throws {
    let root = ProofSources.repository
    let page = try Files.text(of: "\(root)/.github/ARCHITECTURE.md")
    let rows = page.matches(of: #/\n\| ([a-z ]+) \| [^|]+ \| `(\w+)`: ([^|]+) \|/#).map(\.output)
    let lesson = try Files.text(
      of: "\(root)/Packages/CompositionExamples/Sources/CompositionExamples/"
        + "CompositionExamples.docc/WhichOne.md")
    let measured = Set(lesson.matches(of: #/\n\| ([a-z ]+): /#).map(\.output.1))
      .subtracting(["moving on to it"])

    #expect(measured.count == 8)
    #expect(Set(rows.map(\.1)) == measured)
    let folders = try Files.names(in: "\(root)/Packages").map { "Packages/\($0)/Tests" } + ["Tests"]
    let sources = try folders.map { "\(root)/\($0)" }.filter(Files.exists)
      .map(Files.swiftTexts(under:))
    for (_, quality, suite, sentence) in rows {
      let suites = sources.compactMap { $0["\(suite).swift"] }
      #expect(suites.contains { $0.contains("func `\(sentence)`(") }, "\(quality): \(suite)")
    }
  }
}
