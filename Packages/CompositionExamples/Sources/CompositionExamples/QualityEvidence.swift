/// What the measures say about one of the eight qualities that a composition is chosen for.
public struct QualityEvidence: Sendable {
  /// The quality.
  public let quality: String
  /// What shows it, for each composition.
  public let findings: [(candidate: Candidate, finding: String)]

  /// Reads the evidence for all eight from the measures.
  public static func all(from reports: [ComparisonReport]) -> [QualityEvidence] {
    findings.map { quality, finding in
      QualityEvidence(
        quality: quality, findings: reports.map { ($0.candidate, finding($0)) })
    }
  }

  private static let findings: [(String, @Sendable (ComparisonReport) -> String)] = [
    (
      "maintainability: one part is reimplemented",
      { "\($0.size($0.source.newImplementation)) changed" }
    ),
    (
      "testability: the behaviors are checked without network, disk or waiting",
      {
        "\($0.holding($0.run.failuresInMemory)) hold, "
          + ($0.run.graphsAreIndependent ? "graphs side by side" : "one graph at a time")
      }
    ),
    (
      "substitutability: another implementation when compiled, and while running",
      { "\($0.compileTimeSubstitution); \($0.runTimeSubstitution)" }
    ),
    (
      "deferability: the store is chosen after the graph is written",
      {
        "memory \($0.holding($0.run.failuresInMemory)), "
          + "file \($0.holding($0.run.failuresOnFile)), no line changed"
      }
    ),
    (
      "parallel work streams: files that compile without the others",
      { $0.independentFiles }
    ),
    (
      "control during development: the store is one argument",
      {
        $0.run.failuresInMemory.isEmpty && $0.run.failuresOnFile.isEmpty
          ? "a file or memory, by init(outside:)" : "no"
      }
    ),
    (
      "minimal object lifetimes: alive after sign-out",
      {
        $0.run.aliveAfterSignOut.isEmpty
          ? "nothing" : $0.run.aliveAfterSignOut.joined(separator: ", ")
      }
    ),
    (
      "reusability: the signed-out part compiles alone, for another app",
      { $0.source.signedOutPartIsIndependent ? "yes" : "no, it needs the rest" }
    ),
  ]
}
