import AllocationProbe
import CompositionExamples
import Testing

extension ExamplesTests {
  @MainActor
  struct RunMeasuresTests {
    @Test(.enabled(if: AllocationProbe.works, "A sanitizer counts allocations itself."))
    func `After sign-out nothing of the hierarchy's signed-in scope is alive`() async throws {
      let measures = try await RunMeasures(of: .containerHierarchy)

      #expect(measures.aliveAfterSignOut == [])
    }

    @Test(
      .enabled(if: AllocationProbe.works, "A sanitizer counts allocations itself."),
      arguments: [
        (Candidate.factoriesClass, []),
        (.singleContainer, ["RideOptionCache", "GridRideRemoteAPI"]),
      ])
    func `What is kept for longer than its scope outlives the sign-out`(
      candidate: Candidate, alive: [String]
    ) async throws {
      #expect(try await RunMeasures(of: candidate).aliveAfterSignOut == alive)
    }

    @Test(
      .enabled(if: AllocationProbe.works, "A sanitizer counts allocations itself."),
      arguments: [
        (Candidate.factoriesClass, [3, 1, 2, 2, 1]),
        (.singleContainer, [3, 1, 2, 2, 1]), (.containerHierarchy, [3, 1, 2, 2, 1]),
      ])
    func `A screen brings only its own objects to life`(
      candidate: Candidate, expected: [Int]
    ) async throws {
      let objects = try await RunMeasures(of: candidate).objectsPerScreen

      #expect(
        objects.map(\.screen).dropFirst() == [
          "launch, welcome", "sign in", "signed in", "pick me up", "confirm",
        ])
      #expect(objects.map(\.objects).dropFirst() == expected[...])
    }

    @Test(arguments: Candidate.allCases.filter { !$0.needsOwnProcess })
    func `Two graphs leave each other alone where nothing is global`(
      candidate: Candidate
    ) async throws {
      #expect(try await RunMeasures(of: candidate).graphsAreIndependent)
    }
  }
}
