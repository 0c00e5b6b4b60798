import AuthenticationBehaviours
import CompositionComparison
import Testing

extension ExamplesTests {
  @MainActor
  struct BehaviourTests {
    @Test(arguments: Candidate.allCases, Behaviour.allCases)
    func `Every composition behaves alike`(candidate: Candidate, behaviour: Behaviour) async throws
    {
      try await behaviour.check(candidate.type)
    }

    @Test(arguments: Behaviour.allCases)
    func `A file may stand in for the memory`(behaviour: Behaviour) async throws {
      try await behaviour.check(Candidate.containerHierarchy.type, storage: .file)
    }
  }
}
