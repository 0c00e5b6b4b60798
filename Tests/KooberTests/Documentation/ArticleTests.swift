import SourceEvidence
import Testing

/// What the catalogues of the packages say is true: their code is part of sources that are compiled
/// and run. `Tools/docs` checks their links.
struct ArticleTests {
  private static let packages =
    #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(4).joined(separator: "/") + "/Packages"

  static let documented = [
    "Auth", "Cloud", "Composition", "Core", "FeatureFlags", "Onboarding", "Sharing", "SignedIn",
    "Terminal",
  ]

  @Test(arguments: documented)
  func `The code of a package's articles is compiled and run`(package: String) throws {
    let folder = "\(Self.packages)/\(package)"
    let catalogue = "\(folder)/Sources/\(package)/\(package).docc"
    let articles = try Files.names(in: catalogue).filter { $0.hasSuffix(".md") }
    let sources = try ["Sources", "Tests"].flatMap { part in
      try Files.swiftTexts(under: "\(folder)/\(part)").values.map(lines)
    }

    for article in articles {
      for block in swiftBlocks(of: try Files.text(of: "\(catalogue)/\(article)")) {
        #expect(
          sources.contains { $0.contains(block) },
          "\(article) has code of its own:\n\(block.joined(separator: "\n"))")
      }
    }
    #expect(articles.contains("\(package).md"))
  }

  /// Returns the lines of each fenced block marked as Swift.
  private func swiftBlocks(of text: String) -> [[String]] {
    text.split(separator: "```swift\n", omittingEmptySubsequences: false).dropFirst().map { rest in
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
