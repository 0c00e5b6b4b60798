import Basics
import SourceEvidence
import Testing

/// Every Swift block of the articles and of the README is part of sources that a test runs.
struct ArticleTests {
  private static let package = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")
  private static let catalog = "\(package)/Sources/Composition/Composition.docc"

  static let articles = [
    "\(package)/README.md",
    "\(catalog)/Composition.md",
    "\(catalog)/FromTheProblemToTheHierarchy.md",
    "\(catalog)/Substitution.md",
    "\(catalog)/TestingAFeatureAlone.md",
    "\(catalog)/ComingFromOtherLibraries.md",
  ]

  @Test(arguments: articles)
  func `The code of an article is compiled and run`(path: String) throws {
    let folders = ["Tests/CompositionDocumentationTests/Snippets", "Sources/CompositionExamples"]
    let sources = try folders.flatMap { folder in
      try Files.swiftTexts(under: "\(Self.package)/\(folder)").values.map(lines)
    }

    let blocks = try swiftBlocks(of: Files.text(of: path))

    #expect(!blocks.isEmpty)
    for block in blocks {
      #expect(sources.contains { $0.contains(block) }, "\(block.joined(separator: "\n"))")
    }
  }

  @Test func `Every article of the catalog is checked`() throws {
    let names = try Files.names(in: Self.catalog).filter { $0.hasSuffix(".md") }

    #expect(Set(names.map { "\(Self.catalog)/\($0)" }) == Set(Self.articles.dropFirst()))
  }

  /// Returns the lines of each fenced block marked as Swift.
  private func swiftBlocks(of text: String) -> [[String]] {
    text.split(separator: "```swift\n").dropFirst().map { rest in
      lines(String(rest.split(separator: "\n```", omittingEmptySubsequences: false)[0]))
    }
  }

  /// Returns the lines without their indentation, which differs between an article and a source.
  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.drop { $0 == " " })
    }
  }
}
