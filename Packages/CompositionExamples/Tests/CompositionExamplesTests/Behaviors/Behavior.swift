import AuthenticationExample

@testable import CompositionExamples

/// Something that holds for the graph however it is put together.
enum Behavior: String, CaseIterable, Codable {
  case noSession = "Without a stored session, launching leads to the welcome screen"
  case storedSession = "A stored session leads straight to the signed-in part"
  case unreadableSession = "An unreadable session is reported and leads to the welcome screen"
  case welcome = "The welcome screen leads to both forms"
  case signIn = "Signing in stores the session and opens the signed-in part"
  case wrongPassword = "A wrong password leaves the rider on the form"
  case signUp = "Signing up stores the session and opens the signed-in part"
  case failingStore = "A session that cannot be stored is not reported"
  case signOut = "Signing out forgets the session and leads to the welcome screen"
  case oneAPIPerPickUp = "Both screens of a pick-up speak to one ride API, in the rider's name"
  case nextRider = "The next rider finds nothing of the last one"
  case substitution = "A pick-up keeps the ride API it began with, the next follows the switch"

  /// Runs the check on a new graph.
  ///
  /// - Throws: What the graph did instead.
  @MainActor
  func check(
    _ candidate: Candidate, storage: Storage = .memory
  ) async throws {
    let setting = Setting(composition: candidate.type, storage: storage)
    switch self {
    case .noSession: try checkNoSession(setting)
    case .storedSession: try checkStoredSession(setting)
    case .unreadableSession: try checkUnreadableSession(setting)
    case .welcome: try checkWelcome(setting)
    case .signIn: try await checkSignIn(setting)
    case .wrongPassword: try await checkWrongPassword(setting)
    case .signUp: try await checkSignUp(setting)
    case .failingStore: try await checkFailingStore(setting)
    case .signOut: try await checkSignOut(setting)
    case .oneAPIPerPickUp: try checkOneAPIPerPickUp(setting)
    case .nextRider: try await checkNextRider(setting)
    case .substitution: try checkSubstitution(setting)
    }
  }
}

/// Where the checks keep the session.
enum Storage {
  /// In memory, gone with the graph.
  case memory
  /// In a file of a temporary folder.
  case file
}

/// An expectation that was not met.
struct Unexpected: Error {
  let expected: String

  init(_ expected: String) {
    self.expected = expected
  }
}
