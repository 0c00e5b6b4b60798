import CompositionExamples
import SourceEvidence
import Testing

/// The numbers that the articles quote.
struct SourceMeasuresTests {
  struct Expected: Sendable {
    let candidate: Candidate
    let newDependency: RecordedChange.Size
    let newImplementation: RecordedChange.Size
    let move: Move?
    let unwraps: Int
    let independentFiles: Int
    let files: Int
  }

  @Test(arguments: [
    Expected(
      candidate: .onDemand, newDependency: .init(lines: 3, files: 2),
      newImplementation: .init(lines: 4, files: 2), move: nil,
      unwraps: 0, independentFiles: 1, files: 3),
    Expected(
      candidate: .factoriesClass, newDependency: .init(lines: 11, files: 2),
      newImplementation: .init(lines: 1, files: 1),
      move: Move(written: 91, kept: 45, removed: 31),
      unwraps: 0, independentFiles: 0, files: 3),
    Expected(
      candidate: .singleContainer, newDependency: .init(lines: 3, files: 1),
      newImplementation: .init(lines: 1, files: 1),
      move: Move(written: 43, kept: 51, removed: 85),
      unwraps: 3, independentFiles: 0, files: 3),
    Expected(
      candidate: .containerHierarchy, newDependency: .init(lines: 6, files: 2),
      newImplementation: .init(lines: 1, files: 1),
      move: Move(written: 104, kept: 59, removed: 35),
      unwraps: 0, independentFiles: 2, files: 5),
  ])
  func `The sources show what a composition costs`(expected: Expected) throws {
    let measures = try SourceMeasures(of: expected.candidate, in: ExampleSources())

    #expect(measures.newDependency == expected.newDependency)
    #expect(measures.newImplementation == expected.newImplementation)
    #expect(measures.move == expected.move)
    #expect(measures.unwraps == expected.unwraps)
    #expect(measures.independentFiles == expected.independentFiles)
    #expect(measures.files == expected.files)
    #expect(measures.compileTimePlaces == 1)
    #expect(measures.signedOutPartIsIndependent == (expected.candidate == .containerHierarchy))
  }

  @Test(arguments: Candidate.allCases)
  func `Every edit of a recorded change is needed`(candidate: Candidate) throws {
    let sources = try ExampleSources()
    let change = GraphChange.newDependency

    #expect(try change.make(in: candidate, of: sources).verdict.accepts)
    for index in change.edits(of: candidate).indices {
      let verdict = try change.make(in: candidate, of: sources, leavingOut: index).verdict
      #expect(!verdict.accepts, "edit \(index) of \(candidate.rawValue) changes nothing")
    }
  }
}
