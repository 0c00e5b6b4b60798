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
      "maintainability: what another implementation touches, and a new dependency",
      { "\($0.size($0.source.newImplementation)), and \($0.size($0.source.newDependency))" }
    ),
    (
      "testability: the behaviors are checked without network, disk or waiting",
      { report in
        let order = report.source.unwraps
        return [
          "\(report.holding(report.run.failuresInMemory)) hold",
          report.run.graphsAreIndependent ? "graphs side by side" : "a process for each graph",
          order > 0 ? "\(order) ends of the program when made out of order" : nil,
          report.source.signedOutPartIsIndependent ? "a part without the rest" : nil,
        ].compactMap(\.self).joined(separator: ", ")
      }
    ),
    (
      "substitutability: another implementation when compiled, and while running",
      {
        "\($0.compileTimeSubstitution); \($0.runTimeSubstitution); "
          + ($0.run.graphsAreIndependent ? "a second one beside the first" : "one in a process")
      }
    ),
    (
      "deferability: the store is chosen after the graph is written, without a change",
      {
        "memory \($0.holding($0.run.failuresInMemory)), "
          + "file \($0.holding($0.run.failuresOnFile)), "
          + ($0.run.graphsAreIndependent ? "for each graph" : "once in a process")
          + ($0.source.signedOutPartIsIndependent ? ", and for a part before the rest exists" : "")
      }
    ),
    (
      "parallel work streams: files that compile without the others",
      { $0.independentFiles }
    ),
    (
      "control during development: where the store and the repository are arguments",
      {
        "the store once, for \($0.run.graphsAreIndependent ? "each graph" : "the process"); "
          + "the repository in \(counted($0.source.repositoryArguments, "place"))"
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
