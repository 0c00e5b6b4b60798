import Testing

@testable import CompositionExamples

extension ExamplesTests {
  @MainActor
  struct BehaviorTests {
    @Test(arguments: Candidate.allCases.filter { $0 != .onDemand }, Behavior.allCases)
    func `Every composition behaves alike`(candidate: Candidate, behavior: Behavior) async throws {
      try await behavior.check(candidate)
    }

    @Test(arguments: Behavior.allCases)
    func `With constants for globals it does so in a process for each graph`(
      behavior: Behavior
    ) async {
      await #expect(processExitsWith: .success) { [behavior] in
        try await behavior.check(.onDemand)
      }
    }

    @Test(arguments: Behavior.allCases)
    func `A file may stand in for the memory`(behavior: Behavior) async throws {
      try await behavior.check(.containerHierarchy, storage: .file)
    }
  }
}
