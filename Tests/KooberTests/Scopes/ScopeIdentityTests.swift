import Composition
import Core
import CoreTesting
import Onboarding
import Testing

@testable import SignedIn
@testable import koober

/// One object where one is promised, and another one in the next scope.
@MainActor
struct ScopeIdentityTests {
  private let machine: TestMachine
  private let container: AppContainer

  init() throws {
    machine = try TestMachine()
    container = try machine.openProcessScope(flags: ["user-session-store=memory"])
  }

  @Test func `Signed out and signed in are about one session store`() async throws {
    try await container.openSignedOutScope().makeOnboardingContainer().signUp(.johnny)
    let stored = try await container.userSessionRepository.readUserSession()
    let rider = container.openRiderScope(of: try #require(stored))

    _ = try await rider.signedIn.signOut()

    #expect(try await container.userSessionRepository.readUserSession() == nil)
  }

  @Test func `A sign-in shares no object with the one before`() {
    let first = openRiderScope()
    let second = openRiderScope()

    #expect(first !== second)
    #expect(first.container.flagScope !== second.container.flagScope)
    #expect(
      first.signedIn.rideOptionRepository !== second.signedIn.rideOptionRepository)
  }

  private func openRiderScope() -> RiderScope {
    container.openRiderScope(of: .johnny)
  }
}
