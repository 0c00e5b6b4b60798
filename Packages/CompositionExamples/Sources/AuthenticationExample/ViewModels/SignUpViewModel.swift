/// The sign-up form.
@MainActor
public final class SignUpViewModel {
  private let userSessionRepository: any UserSessionRepository
  private weak var signedInResponder: (any SignedInResponder)?

  /// Creates the form.
  public init(
    userSessionRepository: any UserSessionRepository, signedInResponder: any SignedInResponder
  ) {
    self.userSessionRepository = userSessionRepository
    self.signedInResponder = signedInResponder
  }

  /// Creates an account, and reports its first session once it is stored.
  public func signUp(_ credentials: Credentials) async throws(AuthenticationError) {
    let session = try await userSessionRepository.signUp(credentials)
    signedInResponder?.signedIn(to: session)
  }
}
