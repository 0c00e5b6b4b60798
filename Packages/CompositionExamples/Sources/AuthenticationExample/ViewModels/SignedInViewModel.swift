/// The signed-in part of one rider.
@MainActor
public final class SignedInViewModel {
  /// The rider's session; never missing here.
  public let session: UserSession
  /// The pick-up under way, and the only strong reference to it.
  public private(set) var pickUp: PickMeUpViewModel?

  private let userSessionRepository: any UserSessionRepository
  private weak var notSignedInResponder: (any NotSignedInResponder)?
  private let makePickMeUpViewModel: (Location) -> PickMeUpViewModel

  /// Creates the part for a session.
  public init(
    session: UserSession, userSessionRepository: any UserSessionRepository,
    notSignedInResponder: any NotSignedInResponder,
    makePickMeUpViewModel: @escaping (Location) -> PickMeUpViewModel
  ) {
    self.session = session
    self.userSessionRepository = userSessionRepository
    self.notSignedInResponder = notSignedInResponder
    self.makePickMeUpViewModel = makePickMeUpViewModel
  }

  /// Begins a pick-up in place of any other.
  public func pickMeUp(at location: Location) { pickUp = makePickMeUpViewModel(location) }

  /// Forgets the session and leaves this part.
  public func signOut() throws(AuthenticationError) {
    try userSessionRepository.signOut()
    notSignedInResponder?.notSignedIn()
  }
}
