/// The sign-in form.
@MainActor
public final class SignInViewModel {
  private let userSessionRepository: any UserSessionRepository
  private weak var signedInResponder: (any SignedInResponder)?

  /// Creates the form.
  public init(
    userSessionRepository: any UserSessionRepository, signedInResponder: any SignedInResponder
  ) {
    self.userSessionRepository = userSessionRepository
    self.signedInResponder = signedInResponder
  }

  /// Opens a session, and reports it once it is stored.
  public func signIn(_ credentials: Credentials) async throws(AuthenticationError) {
    let session = try await userSessionRepository.signIn(credentials)
    signedInResponder?.signedIn(to: session)
  }
}
