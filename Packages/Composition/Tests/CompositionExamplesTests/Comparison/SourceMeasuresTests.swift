import CompositionComparison
import SourceEvidence
import Testing

struct SourceMeasuresTests {
  @Test func `The hierarchy has no optional to unwrap, and scopes that compile alone`() throws {
    let measures = try SourceMeasures(of: .containerHierarchy, in: ExampleSources())

    #expect(measures.unwraps == 0)
    #expect(measures.independentFiles == 2)
    #expect(measures.signedOutPartIsIndependent)
    #expect(measures.newDependency == RecordedChange.Size(lines: 6, files: 2))
    #expect(measures.newImplementation == RecordedChange.Size(lines: 1, files: 1))
    #expect(measures.compileTimePlaces == 1)
  }

  @Test func `A single container has optionals, and no part that compiles alone`() throws {
    let measures = try SourceMeasures(of: .singleContainer, in: ExampleSources())

    #expect(measures.unwraps == 3)
    #expect(measures.independentFiles == 0)
    #expect(!measures.signedOutPartIsIndependent)
    #expect(measures.newDependency == RecordedChange.Size(lines: 3, files: 1))
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
