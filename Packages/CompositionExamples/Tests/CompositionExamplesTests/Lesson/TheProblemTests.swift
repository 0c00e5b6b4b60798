import AuthenticationExample
import Testing

/// A form that makes what it needs.
final class SelfMadeSignIn {
  private let userSessionRepository = KooberUserSessionRepository(
    remoteAPI: InMemoryAuthRemoteAPI(accounts: [Credentials(email: "a@b.c", password: "secret")]),
    dataStore: FileUserSessionDataStore(path: "koober-session"),
    coder: LineUserSessionCoder())

  func signIn(_ credentials: Credentials) async throws -> UserSession {
    try await userSessionRepository.signIn(credentials)
  }
}

struct TheProblemTests {
  @Test func `What makes its own cloud knows no other account`() async {
    await #expect(throws: AuthenticationError.wrongCredentials(email: "johnny@gmail.com")) {
      try await SelfMadeSignIn().signIn(
        Credentials(email: "johnny@gmail.com", password: "secret"))
    }
  }
}
