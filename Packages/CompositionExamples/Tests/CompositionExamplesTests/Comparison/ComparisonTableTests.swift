import CompositionExamples
import Testing

extension ExamplesTests {
  @MainActor
  struct ComparisonTableTests {
    @Test func `The table answers every question for a composition`() async throws {
      let report = try await ComparisonReport(of: .containerHierarchy, in: ExampleSources())

      let table = ComparisonTable([report]).text

      #expect(table.contains("lines a new dependency touches         6 in 2 files\n"))
      #expect(table.contains("optionals a consumer must unwrap       0\n"))
      #expect(table.contains("a test substitutes a dependency        by init, side by side\n"))
    }

    @Test func `The evidence tells the compositions apart where they differ`() async {
      await #expect(processExitsWith: .success) {
        let sources = try ExampleSources()
        var reports: [ComparisonReport] = []
        for candidate in Candidate.allCases {
          reports.append(
            try await ComparisonReport(of: candidate, in: sources) { _, _, _ in true })
        }

        let evidence = QualityEvidence.all(from: reports)

        let kinds = evidence.map { evidence in
          let name = evidence.quality.prefix { $0 != ":" }
          return "\(name) \(Set(evidence.findings.map(\.finding)).count)"
        }
        #expect(
          kinds == [
            "maintainability 4", "testability 4", "substitutability 2", "deferability 3",
            "parallel work streams 3", "control during development 4",
            "minimal object lifetimes 3", "reusability 2",
          ])
      }
    }
  }
}
