import AuthenticationBehaviors
import Basics
import CompositionExamples
import Testing

extension ExamplesTests {
  @MainActor
  struct BehaviorTests {
    @Test(arguments: Candidate.allCases.filter { !$0.needsOwnProcess }, Behavior.allCases)
    func `Every composition behaves alike`(candidate: Candidate, behavior: Behavior) async throws {
      try await behavior.check(candidate.type)
    }

    @Test(arguments: Behavior.allCases)
    func `With constants for globals it does so in a process for each graph`(
      behavior: Behavior
    ) throws {
      let outcome = try ExamplesTests.runCompositions(
        [Candidate.onDemand.rawValue, behavior.rawValue, Storage.memory.rawValue])

      #expect(outcome.status == .exited(0), "\(outcome)")
    }

    @Test(arguments: Behavior.allCases)
    func `A file may stand in for the memory`(behavior: Behavior) async throws {
      try await behavior.check(Candidate.containerHierarchy.type, storage: .file)
    }
  }
}
