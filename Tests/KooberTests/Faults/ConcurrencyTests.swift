import Core
import CoreTesting
import FoundationEssentials
import Testing

/// Many processes on one `KOOBER_HOME` at once.
struct ConcurrencyTests {
  private let koober: KooberProcess

  init() throws {
    koober = KooberProcess(home: try TemporaryFolder())
  }

  @Test func `Of 20 processes that sign up one e-mail one succeeds, 19 say why`() async throws {
    let outcomes = try await runAtOnce(20) { try await koober.signUp() }

    #expect(outcomes.count { $0.status == 0 } == 1)
    let refused = outcomes.filter { $0.status != 0 }
    #expect(refused.allSatisfy { $0.status == 1 && $0.error.contains("emailTaken") })
    #expect(try await koober.run(["profile"]).status == 0)
  }

  @Test func `Of 50 processes that request a ride one gets it, and it is there`() async throws {
    _ = try await koober.signUp()

    let outcomes = try await runAtOnce(50) { try await koober.requestRide() }

    #expect(outcomes.count { $0.status == 0 } == 1)
    #expect(
      outcomes.allSatisfy { $0.status == 0 || $0.error.contains("rideUnderway") })
    #expect(try await rides().count == 1)
  }

  @Test func `50 processes that repeat one request get the same ride`() async throws {
    _ = try await koober.signUp()

    let outcomes = try await runAtOnce(50) {
      try await koober.requestRide(["--idempotency-key", "k"])
    }

    let identifiers = try outcomes.map { outcome in
      try JSONCoding.decode(RideDocument.self, from: Data(outcome.output.utf8)).ride.id
    }
    #expect(Set(identifiers).count == 1)
    #expect(try await rides().map(\.id) == [identifiers[0]])
  }

  private func rides() async throws -> [Ride] {
    let history = try await koober.run(["ride", "history", "--json"])
    return try JSONCoding.decode(RidesDocument.self, from: Data(history.output.utf8)).rides
  }

  private func runAtOnce(
    _ count: Int, _ operation: @escaping @Sendable () async throws -> KooberProcess.Outcome
  ) async throws -> [KooberProcess.Outcome] {
    try await withThrowingTaskGroup { group in
      for _ in 0..<count { group.addTask { try await operation() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
