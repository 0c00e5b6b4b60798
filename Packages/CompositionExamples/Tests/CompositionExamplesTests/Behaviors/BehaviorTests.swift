import AuthenticationBehaviors
import CompositionExamples
import Testing

extension ExamplesTests {
  @MainActor
  struct BehaviorTests {
    @Test(arguments: Candidate.allCases.filter { !$0.needsOwnProcess }, Behavior.allCases)
    func `Every composition behaves alike`(candidate: Candidate, behavior: Behavior) async throws {
      try await behavior.check(candidate.type)
    }

    // One process after the other: many at once are not told of each other's ends reliably.
    @Test func `With constants for globals it does so in a process for each graph`() async {
      for behavior in Behavior.allCases {
        await #expect(processExitsWith: .success) { [behavior = behavior as Behavior] in
          try await behavior.check(Candidate.onDemand.type)
        }
      }
    }

    @Test(arguments: Behavior.allCases)
    func `A file may stand in for the memory`(behavior: Behavior) async throws {
      try await behavior.check(Candidate.containerHierarchy.type, storage: .file)
    }
  }
}
