public import Basics
import Composition
public import Core
public import FeatureFlags
public import Terminal

/// The dependencies of the signed-out scope.
public protocol OnboardingDependencies: Sendable {
  var userSessionRepository: any UserSessionRepository { get }
  /// The flags of this installation.
  var flagScope: FlagScope { get }
  var services: SystemServices { get }
  /// Opens the signed-in scope once there is a session.
  @MainActor var signedInResponder: any SignedInResponder { get }
  /// Opens the signed-out scope when there is none.
  @MainActor var notSignedInResponder: any NotSignedInResponder { get }
}

/// The signed-out scope: from the launch to a session.
public struct OnboardingContainer: Sendable {
  private let dependencies: any OnboardingDependencies
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope without input or output.
  public init(dependencies: any OnboardingDependencies) {
    self.dependencies = dependencies
    lifetimeProbe = LifetimeProbe("signed out", in: dependencies.services.lifetimeMonitor)
  }

  /// Whose session is stored; `nil` when it cannot be read, or there is none.
  var storedProfile: RiderProfile? {
    get async { try? await dependencies.userSessionRepository.readUserSession()?.profile }
  }

  /// The fields of the sign-up, in the order that the flags choose.
  var signUpFields: [SignUpField] { Onboarding.signUpFields.make(in: dependencies.flagScope) }

  /// Returns some fields of the sign-up in that order; a rider who would meet them in the same order
  /// with every variant is not exposed.
  func signUpFields(among fields: [SignUpField]) -> [SignUpField] {
    let order = Onboarding.signUpFields
    let chosen = order.makeUnused(in: dependencies.flagScope).filter(fields.contains)
    if order.products.contains(where: { $0.filter(fields.contains) != chosen }) {
      order.recordUse(in: dependencies.flagScope)
    }
    return chosen
  }
}

@MainActor extension OnboardingContainer {
  func makeLaunchViewModel() -> LaunchViewModel {
    LaunchViewModel(
      userSessionRepository: dependencies.userSessionRepository,
      signedInResponder: dependencies.signedInResponder,
      notSignedInResponder: dependencies.notSignedInResponder)
  }

  func makeSignInViewModel(afterEndedSession isAgain: Bool = false) -> SignInViewModel {
    let model: SignInViewModel = makeFormModel()
    model.isAfterEndedSession = isAgain
    return model
  }

  func makeSignUpViewModel() -> SignUpViewModel { makeFormModel() }
  func makePasswordResetViewModel() -> PasswordResetViewModel { makeFormModel() }

  private func makeFormModel<Model: SessionFormModel>() -> Model {
    Model(
      userSessionRepository: dependencies.userSessionRepository,
      signedInResponder: dependencies.signedInResponder)
  }

  /// Decides between the signed-in scope and the signed-out one and calls the responder.
  ///
  /// - Parameter showMessage: Shows the rider that the stored session cannot be read; the launch
  ///   goes on to the signed-out scope when it returns, and ends when it throws.
  public func launch<Failure: Error>(
    showMessage: (FileError) throws(Failure) -> Void
  ) async throws(Failure) {
    let model = makeLaunchViewModel()
    await model.loadUserSession()
    guard case .unreadable(let failure) = model.phase else { return }
    try showMessage(failure)
    model.messageSeen()
  }

  // MARK: - Scenes

  /// Returns the scene that decides between the signed-in scope and the signed-out one.
  public func makeLaunch() -> Destination { Destination(.launch) { OnboardingScenes(self) } }

  /// Returns the way from the welcome to a session.
  public func makeOnboardingFlow(navigator: Navigator) -> OnboardingFlow {
    OnboardingFlow(scenes: Scenes(of: OnboardingScenes(self), in: navigator))
  }
}
