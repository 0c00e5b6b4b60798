import Basics
import Core
import CoreTesting
import FoundationEssentials
import Testing

/// Many processes on one `KOOBER_HOME` at once.
struct ConcurrencyTests {
  private let home: TemporaryFolder
  private let koober: KooberProcess

  init() throws {
    home = try TemporaryFolder()
    koober = KooberProcess(home: home)
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

  @Test func `Flags that many processes set at once are all set`() async throws {
    let choices = [
      "route-model": "straight-line", "onboarding-order": "email-first",
      "ride-options-layout": "cards", "notification-service": "banner",
    ]

    let outcomes = try await withThrowingTaskGroup { group in
      for _ in 0..<5 {
        for (flag, variant) in choices {
          group.addTask { try await koober.run(["flags", "set", flag, variant]) }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }

    #expect(outcomes.allSatisfy { $0.status == 0 })
    #expect(try chosenFlags() == choices)
  }

  private func chosenFlags() throws -> [String: String] {
    let file = PrivateFile(path: "\(home.path)/config/flags.json")
    return try JSONCoding.decode([String: String].self, from: Data(#require(try file.read())))
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
