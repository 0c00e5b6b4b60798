import AllocationProbe
import CompositionComparison
import Testing

extension ExamplesTests {
  @MainActor
  struct RunMeasuresTests {
    @Test(.enabled(if: AllocationProbe.works))
    func `After sign-out nothing of the hierarchy's signed-in scope is alive`() async throws {
      let measures = try await RunMeasures(of: .containerHierarchy)

      #expect(measures.aliveAfterSignOut == [])
    }

    @Test(
      .enabled(if: AllocationProbe.works),
      arguments: [Candidate.onDemand, .factoriesClass, .singleContainer])
    func `What has no scope outlives the sign-out`(candidate: Candidate) async throws {
      let measures = try await RunMeasures(of: candidate)

      #expect(measures.aliveAfterSignOut == ["RideOptionCache", "GridRideRemoteAPI"])
    }

    @Test(.enabled(if: AllocationProbe.works), arguments: Candidate.allCases)
    func `A screen brings only its own objects to life`(candidate: Candidate) async throws {
      let objects = try await RunMeasures(of: candidate).objectsPerScreen

      #expect(
        objects.map(\.screen).dropFirst() == [
          "launch, welcome", "sign in", "signed in", "pick me up", "confirm",
        ])
      #expect(objects.map(\.objects).dropFirst() == [3, 1, 2, 2, 1])
    }

    @Test(arguments: [
      (Candidate.onDemand, false), (.factoriesClass, false),
      (.singleContainer, true), (.containerHierarchy, true),
    ])
    func `Two graphs leave each other alone where nothing is global`(
      candidate: Candidate, independent: Bool
    ) async throws {
      #expect(try await RunMeasures(of: candidate).graphsAreIndependent == independent)
    }
  }
}
