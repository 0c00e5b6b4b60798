/// Reads the stored session and reports what it found.
@MainActor
public final class LaunchViewModel {
  private let userSessionRepository: any UserSessionRepository
  private let signedInResponder: any SignedInResponder
  private let notSignedInResponder: any NotSignedInResponder

  /// Creates the view model; it lives for one launch, so it may keep its responders.
  public init(
    userSessionRepository: any UserSessionRepository, signedInResponder: any SignedInResponder,
    notSignedInResponder: any NotSignedInResponder
  ) {
    self.userSessionRepository = userSessionRepository
    self.signedInResponder = signedInResponder
    self.notSignedInResponder = notSignedInResponder
  }

  /// Reports the stored session, or that there is none.
  ///
  /// - Throws: Why the stored session cannot be read; the responder is called first.
  public func loadSession() throws(AuthenticationError) {
    do {
      guard let session = try userSessionRepository.storedSession() else {
        return notSignedInResponder.notSignedIn()
      }
      signedInResponder.signedIn(to: session)
    } catch {
      notSignedInResponder.notSignedIn()
      throw error
    }
  }
}
