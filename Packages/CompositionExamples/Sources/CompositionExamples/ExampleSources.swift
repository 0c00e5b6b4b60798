import Basics
import SourceEvidence

/// The sources of the examples, read where this program was built from.
public struct ExampleSources: Sendable {
  /// The graph's parts, by file name.
  let parts: [String: String]
  private let compositions: [Candidate: [String: String]]

  /// Reads all of them.
  public init() throws {
    let sources = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
      .joined(separator: "/")
    parts = try Files.swiftTexts(under: "\(sources)/AuthenticationExample")
    var compositions: [Candidate: [String: String]] = [:]
    for candidate in Candidate.allCases {
      compositions[candidate] = try Files.swiftTexts(under: "\(sources)/\(candidate.folder)")
    }
    self.compositions = compositions
  }

  /// Returns the sources of one composition by file name.
  func composition(_ candidate: Candidate) -> [String: String] {
    compositions[candidate] ?? [:]
  }

  /// Type checks sources of a composition against the parts as they were built.
  func check(
    _ texts: [String: String], defining conditions: [String] = []
  ) throws -> Compiler.Verdict {
    let folder = try TemporaryFolder()
    return try Compiler().check(
      try Files.write(texts, to: folder), module: "Composed", defining: conditions)
  }

  /// Type checks sources of a composition together with changed parts, as one module.
  func check(
    _ texts: [String: String], withParts partTexts: [String: String]
  ) throws -> Compiler.Verdict {
    let folder = try TemporaryFolder()
    let texts = texts.merging(partTexts) { composition, _ in composition }
    return try Compiler().check(
      try Files.write(texts, to: folder), module: "AuthenticationExample")
  }
}
