import CompositionExamples
import Testing

extension ExamplesTests {
  @MainActor
  struct ComparisonTableTests {
    @Test func `The table and the evidence answer every question for a composition`() async throws {
      let report = try await ComparisonReport(of: .containerHierarchy, in: ExampleSources())

      let table = ComparisonTable([report]).text
      let evidence = QualityEvidence.all(from: [report])

      #expect(table.contains("lines a new dependency touches         6 in 2 files\n"))
      #expect(table.contains("optionals a consumer must unwrap       0\n"))
      #expect(table.contains("a test substitutes a dependency        by init, side by side\n"))
      #expect(evidence.count == 8)
      #expect(evidence.flatMap(\.findings).allSatisfy { $0.candidate == .containerHierarchy })
    }
  }
}
