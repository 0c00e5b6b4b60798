/// The four compositions side by side, as the page about the choice shows them.
@MainActor
public struct Comparison {
  private typealias Report = (source: SourceMeasures, run: RunMeasures)

  /// For each row the quality that it shows, with the question; then an answer for each composition.
  private let rows: [[String]]

  /// Measures all four; takes some seconds, most of them for the compiler.
  public init() async throws {
    var reports: [Report] = []
    for candidate in Candidate.allCases {
      reports.append((try SourceMeasures(of: candidate), try await RunMeasures(of: candidate)))
    }
    rows = Self.rows(of: reports)
  }

  /// The table, in Markdown.
  public var table: String {
    let names = [""] + Candidate.allCases.map(\.rawValue)
    return ([names, names.map { _ in "---" }] + rows)
      .map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }

  private static func rows(of reports: [Report]) -> [[String]] {
    func row(_ quality: String, _ question: String, answer: (Report) -> String) -> [String] {
      ["\(quality): \(question)"] + reports.map(answer)
    }
    return [
      row("minimal lifetimes", "alive after sign-out") {
        $0.run.aliveAfterSignOut.isEmpty
          ? "nothing" : $0.run.aliveAfterSignOut.joined(separator: ", ")
      },
      row("maintainability", "lines a new dependency touches") { $0.source.newDependency.text },
      row("maintainability", "lines another implementation touches") {
        $0.source.newImplementation.text
      },
      row("testability", "what a test can put up alone, beside others") {
        $0.source.signedOutPartIsIndependent
          ? "one part" : $0.run.graphsAreIndependent ? "a graph" : "nothing"
      },
      row("testability", "optionals that end the program") { "\($0.source.unwraps)" },
      row("substitutability", "places that choose a store when compiled") {
        "\($0.source.compileTimePlaces)"
      },
      row("substitutability", "while running") {
        ($0.run.substitutesPerPickUp ? "for each pick-up" : "no")
          + ($0.run.graphsAreIndependent ? ", two at once" : "")
      },
      row("deferability", "stores chosen after the graph was written") {
        $0.run.storesInUse.joined(separator: ", ")
          + ($0.source.signedOutPartIsIndependent ? ", for one part" : "")
      },
      row("parallel work", "files that compile without the others") {
        "\($0.source.independentFiles) of \($0.source.files)"
      },
      row("control during development", "a store is chosen for") {
        $0.run.graphsAreIndependent ? "each graph" : "the process"
      },
      row("control during development", "places where a consumer hands in the repository") {
        "\($0.source.repositoryArguments)"
      },
      row("reusability", "the signed-out part compiles alone") {
        $0.source.signedOutPartIsIndependent ? "yes" : "no"
      },
      row("moving on to it", "lines to write, that stay, that go") { $0.source.move ?? "" },
    ]
  }
}
