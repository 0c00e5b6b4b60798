import AuthenticationExample
import Synchronization
import Testing

/// Answers as the test says, and records what it is asked.
private final class FakeUserSessionRepository: UserSessionRepository {
  private let answer: Result<UserSession, AuthenticationError>
  private let typed = Mutex<[Credentials]>([])

  init(answering answer: Result<UserSession, AuthenticationError>) {
    self.answer = answer
  }

  var signIns: [Credentials] { typed.withLock { $0 } }

  func signIn(_ credentials: Credentials) async throws(AuthenticationError) -> UserSession {
    typed.withLock { $0.append(credentials) }
    return try answer.get()
  }

  func storedSession() throws(AuthenticationError) -> UserSession? { nil }

  func signUp(_ credentials: Credentials) async throws(AuthenticationError) -> UserSession {
    try answer.get()
  }

  func signOut() throws(AuthenticationError) {}
}

@MainActor
private final class FakeSignedInResponder: SignedInResponder {
  private(set) var sessions: [UserSession] = []

  func signedIn(to session: UserSession) { sessions.append(session) }
}

/// Makes the signed-in part over a fake, and records for whom.
@MainActor
private final class StubSignedInViewModelFactory: SignedInViewModelFactory {
  private(set) var sessions: [UserSession] = []

  func makeSignedInViewModel(
    session: UserSession, notSignedInResponder: any NotSignedInResponder
  ) -> SignedInViewModel {
    sessions.append(session)
    return SignedInViewModel(
      session: session,
      userSessionRepository: FakeUserSessionRepository(answering: .success(session)),
      notSignedInResponder: notSignedInResponder,
      makePickMeUpViewModel: { _ in preconditionFailure("No pick-up is asked for.") })
  }
}

/// The tests of the page "The test that became possible".
@MainActor
struct TheTestTests {
  private let typed = Credentials(email: "rosa@gmail.com", password: "hidden")
  private let rosa = UserSession(email: "rosa@gmail.com", token: "1")
  private let responder = FakeSignedInResponder()

  @Test func `The form sends what was typed, and tells of the session`() async throws {
    let repository = FakeUserSessionRepository(answering: .success(rosa))
    let form = SignInViewModel(userSessionRepository: repository, signedInResponder: responder)

    try await form.signIn(typed)

    #expect(repository.signIns == [typed])
    #expect(responder.sessions == [rosa])
  }

  @Test func `A wrong password opens nothing`() async {
    let wrong = AuthenticationError.wrongCredentials(email: "rosa@gmail.com")
    let repository = FakeUserSessionRepository(answering: .failure(wrong))
    let form = SignInViewModel(userSessionRepository: repository, signedInResponder: responder)

    await #expect(throws: wrong) { try await form.signIn(typed) }

    #expect(responder.sessions == [])
  }

  @Test func `The signed-in part is made for the rider who signed in`() {
    let factory = StubSignedInViewModelFactory()
    let main = MainViewModel(
      makeLaunchViewModel: { _ in preconditionFailure("Nothing is launched.") },
      makeOnboardingViewModel: { _ in preconditionFailure("Nobody signs out.") },
      signedInViewModelFactory: factory)

    main.signedIn(to: rosa)

    #expect(factory.sessions == [rosa])
  }

  @Test func `The welcome screen leads to the form, which is made only then`() {
    var made = 0
    let onboarding = OnboardingViewModel(
      welcomeViewModel: WelcomeViewModel(),
      signedInResponder: responder,
      makeSignInViewModel: { responder in
        made += 1
        return SignInViewModel(
          userSessionRepository: FakeUserSessionRepository(answering: .success(rosa)),
          signedInResponder: responder)
      },
      makeSignUpViewModel: { _ in preconditionFailure("Nobody signs up.") })
    #expect(made == 0)

    onboarding.goToSignIn()

    #expect(made == 1)
  }
}
