import Basics
import SourceEvidence
import Testing

/// What the catalogs of the packages say is true: their code is part of sources that are compiled
/// and run. `Tools/docs` checks their links.
@Suite(.timeLimit(.minutes(10)))
struct ArticleTests {
  private static let packages =
    #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(4).joined(separator: "/") + "/Packages"

  /// The modules that have a catalog, behind their packages.
  static func documented() throws -> [String] {
    try Files.names(in: packages).flatMap { package in
      try Files.names(in: "\(packages)/\(package)/Sources")
        .filter { Files.exists("\(packages)/\(package)/Sources/\($0)/\($0).docc") }
        .map { "\(package)/\($0)" }
    }
  }

  @Test func `Every package has a catalog`() throws {
    let catalogs = try Self.documented()

    #expect(try Files.names(in: Self.packages).filter { !catalogs.contains("\($0)/\($0)") } == [])
  }

  @Test(arguments: try documented())
  func `The code of a module's articles is compiled and run`(name: String) throws {
    let parts = name.split(separator: "/")
    let (folder, module) = ("\(Self.packages)/\(parts[0])", parts[1])
    let catalog = "\(folder)/Sources/\(module)/\(module).docc"
    let articles = try Files.names(in: catalog).filter { $0.hasSuffix(".md") }
    let sources = try ["Sources", "Tests"].flatMap { part in
      try Files.swiftTexts(under: "\(folder)/\(part)").values.map(lines)
    }

    for article in articles {
      for block in swiftBlocks(of: try Files.text(of: "\(catalog)/\(article)")) {
        #expect(
          sources.contains { $0.contains(block) },
          "\(article) has code of its own:\n\(block.joined(separator: "\n"))")
      }
    }
    #expect(articles.contains("\(module).md"))
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
