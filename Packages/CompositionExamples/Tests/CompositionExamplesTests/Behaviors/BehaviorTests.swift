import AuthenticationBehaviors
import CompositionExamples
import Testing

extension ExamplesTests {
  @MainActor
  struct BehaviorTests {
    @Test(arguments: Candidate.allCases, Behavior.allCases)
    func `Every composition behaves alike`(candidate: Candidate, behavior: Behavior) async throws {
      try await behavior.check(candidate.type)
    }

    @Test(arguments: Behavior.allCases)
    func `A file may stand in for the memory`(behavior: Behavior) async throws {
      try await behavior.check(Candidate.containerHierarchy.type, storage: .file)
    }
  }
}
