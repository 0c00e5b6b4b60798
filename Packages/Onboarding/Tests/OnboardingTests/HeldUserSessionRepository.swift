import Core
import CoreTesting

/// A repository whose sign-ins and sign-ups wait until the test lets them go on.
actor HeldUserSessionRepository: UserSessionRepository {
  private(set) var calls = 0
  private let gate = Gate()

  func readUserSession() -> UserSession? { nil }

  func signUp(_ account: NewAccount) async -> UserSession {
    await hold()
  }

  func signIn(with credentials: Credentials) async -> UserSession {
    await hold()
  }

  func signOut(_ session: UserSession) -> SignOutOutcome { .revoked }

  func signOutEverywhere(_ session: UserSession) {}

  func changeProfile(_ change: ProfileChange, of session: UserSession) async -> UserSession {
    await hold()
  }

  func resetPassword(_ reset: PasswordReset) async -> UserSession {
    await hold()
  }

  func deleteAccount(_ deletion: AccountDeletion, of session: UserSession) {}

  /// Returns once a call waits.
  nonisolated func waitForCall() async throws {
    try await gate.waitForArrival()
  }

  /// Lets the waiting call succeed.
  func release() async {
    await gate.open()
  }

  private func hold() async -> UserSession {
    calls += 1
    await gate.pass()
    return .johnny
  }
}
