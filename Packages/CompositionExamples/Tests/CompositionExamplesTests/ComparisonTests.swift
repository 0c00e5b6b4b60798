import AllocationProbe
import Basics
import SourceEvidence
import Testing

@testable import CompositionExamples

extension ExamplesTests {
  @MainActor
  struct ComparisonTests {
    private static let sources =
      #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
      .joined(separator: "/") + "/Sources"

    @Test(.enabled(if: AllocationProbe.works, "A sanitizer counts allocations itself."))
    func `The program prints the page's table, which tells the compositions apart`() throws {
      let tests = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
      let outcome = try Subprocess.run("\(Files.folder(of: tests))/compositions")
      let lines = outcome.outputText.split(separator: "\n")
      let catalog = "\(Self.sources)/CompositionExamples/CompositionExamples.docc"
      let page = try Files.text(of: "\(catalog)/WhichOne.md").split(separator: "\n")

      #expect(outcome.status == .exited(0))
      #expect(lines.filter { !page.contains($0) } == [])
      let rows = lines.dropFirst(2).map {
        $0.split(separator: "|").map { $0.dropFirst().dropLast() }
      }
      let qualities = Dictionary(grouping: rows) { $0[0].prefix { $0 != ":" } }
      let kinds = qualities.mapValues { rows in
        Set((1...4).map { column in rows.map { $0[column] } }).count
      }
      #expect(
        kinds == [
          "maintainability": 4, "testability": 4, "substitutability": 2, "deferability": 3,
          "parallel work": 4, "control during development": 4, "minimal lifetimes": 3,
          "reusability": 2, "moving on to it": 4,
        ])
    }

    @Test(arguments: Candidate.allCases)
    func `Every edit of a change is needed`(candidate: Candidate) throws {
      _ = try GraphChange.newDependency(in: candidate)

      for index in try GraphChange.newDependencyEdits(of: candidate).indices {
        #expect(throws: EvidenceError.self, "edit \(index) changes nothing") {
          try GraphChange.newDependency(in: candidate, leavingOut: index)
        }
      }
    }
  }
}
