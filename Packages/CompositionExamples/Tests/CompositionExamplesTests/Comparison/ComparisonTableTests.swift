import AllocationProbe
import Basics
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

    @Test func `The program tells the compositions apart where they differ`() throws {
      let outcome = try ExamplesTests.runCompositions([])
      let text = String(decoding: outcome.output, as: UTF8.self)

      let sections = text.split(separator: "\n\n").filter { $0.contains("\n  on demand: ") }
      let kinds = sections.map { section in
        let lines = section.split(separator: "\n")
        let findings = lines.dropFirst().map { $0.split(separator: ": ", maxSplits: 1).last }
        return "\(lines[0].prefix { $0 != ":" }) \(Set(findings).count)"
      }
      #expect(outcome.status == .exited(0))
      #expect(
        kinds == [
          "maintainability 4", "testability 4", "substitutability 2", "deferability 3",
          "parallel work streams 3", "control during development 4",
          "minimal object lifetimes 3", "reusability 2",
        ])
      #expect(text.contains("a test substitutes a dependency        in its own process"))
      guard AllocationProbe.works else { return }
      // What is global outlives the sign-out, and each consumer makes a repository of its own.
      #expect(text.contains("  on demand: RideOptionCache\n"))
      let screens = text.split(separator: "\n").filter {
        $0.hasPrefix("  ") && !$0.hasPrefix("   ")
      }
      let objects = screens.prefix(5).map { $0.dropFirst(39).prefix { $0 != " " } }
      #expect(objects == ["4", "2", "3", "2", "1"])
    }
  }
}
