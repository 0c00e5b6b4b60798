import Basics
import Core
import CoreTesting
import FeatureFlags
import Onboarding

/// The results of a preview's repository.
enum PreviewScenario: String, CaseIterable {
  /// No session; every sign-in succeeds.
  case welcome
  /// Every form is refused.
  case refused
  /// The stored session is damaged.
  case unreadable

  var repository: FakeUserSessionRepository {
    switch self {
    case .welcome: FakeUserSessionRepository()
    case .refused:
      FakeUserSessionRepository(signIn: .failure(.cloud(.unreachable(reason: "this is a preview"))))
    case .unreadable:
      FakeUserSessionRepository(
        stored: .failure(
          FileError(.corrupt, path: "session.json", reason: "it is not a session")))
    }
  }
}

/// What the signed-out scope asks for, on a repository that answers from memory; the built-in flags
/// hold.
struct PreviewDependencies: OnboardingDependencies {
  let scenario: PreviewScenario
  let responder: PreviewResponder
  let flagScope: FlagScope
  let services = SystemServices()
  var userSessionRepository: any UserSessionRepository {
    SlowUserSessionRepository(repository: scenario.repository)
  }
  var signedInResponder: any SignedInResponder { responder }
  var notSignedInResponder: any NotSignedInResponder { responder }

  init(scenario: PreviewScenario, responder: PreviewResponder) throws {
    self.scenario = scenario
    self.responder = responder
    flagScope = try FlagSet.onboarding.makeScope()
  }
}

/// A repository with the delay of a remote cloud.
struct SlowUserSessionRepository: UserSessionRepository {
  private static let delay = Duration.seconds(1)

  let repository: FakeUserSessionRepository

  func readUserSession() async throws(FileError) -> UserSession? {
    try await repository.readUserSession()
  }

  func signUp(_ account: NewAccount) async throws(AuthError) -> UserSession {
    await wait()
    return try await repository.signUp(account)
  }

  func signIn(with credentials: Credentials) async throws(AuthError) -> UserSession {
    await wait()
    return try await repository.signIn(with: credentials)
  }

  func signOut(_ session: UserSession) async throws(FileError) -> SignOutOutcome {
    try await repository.signOut(session)
  }

  func signOutEverywhere(_ session: UserSession) async throws(AuthError) {
    try await repository.signOutEverywhere(session)
  }

  func changeProfile(
    _ change: ProfileChange, of session: UserSession
  ) async throws(AuthError) -> UserSession {
    try await repository.changeProfile(change, of: session)
  }

  func resetPassword(_ reset: PasswordReset) async throws(AuthError) -> UserSession {
    await wait()
    return try await repository.resetPassword(reset)
  }

  func deleteAccount(
    _ deletion: AccountDeletion, of session: UserSession
  ) async throws(AuthError) {
    try await repository.deleteAccount(deletion, of: session)
  }

  private func wait() async {
    // A preview that is left needs no answer any more.
    try? await Task.sleep(for: Self.delay)
  }
}

/// Remembers the session that was opened.
@MainActor
final class PreviewResponder: SignedInResponder, NotSignedInResponder {
  private(set) var session: UserSession?

  nonisolated init() {}

  func signedIn(to session: UserSession) {
    self.session = session
  }

  func notSignedIn() {}
}
