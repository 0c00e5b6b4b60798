import Core
import CoreTesting

/// A repository whose sign-ins and sign-ups wait until the test lets them go on.
actor HeldUserSessionRepository: UserSessionRepository {
  private(set) var calls = 0
  private var waiting: CheckedContinuation<Void, Never>?
  private var observer: CheckedContinuation<Void, Never>?

  func readUserSession() -> UserSession? { nil }

  func signUp(_ account: NewAccount) async -> UserSession {
    await hold()
  }

  func signIn(with credentials: Credentials) async -> UserSession {
    await hold()
  }

  func signOut(_ session: UserSession) -> SignOutOutcome { .revoked }

  /// Returns once a call waits.
  func waitForCall() async {
    if waiting != nil { return }
    await withCheckedContinuation { observer = $0 }
  }

  /// Lets the waiting call succeed.
  func release() {
    waiting?.resume()
    waiting = nil
  }

  private func hold() async -> UserSession {
    calls += 1
    await withCheckedContinuation { continuation in
      waiting = continuation
      observer?.resume()
      observer = nil
    }
    return .johnny
  }
}
