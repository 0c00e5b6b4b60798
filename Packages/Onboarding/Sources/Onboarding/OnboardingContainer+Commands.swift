public import Basics
public import Core

/// What a command does with the signed-out scope, through the same view models as the screens.
extension OnboardingContainer {
  /// Decides between the signed-in scope and the signed-out one and tells the responder.
  ///
  /// - Parameter showMessage: Shows the rider that the stored session cannot be read; the launch
  ///   goes on to the signed-out scope when it returns, and ends when it throws.
  @MainActor
  public func launch<Refusal: Error>(
    showMessage: (FileError) throws(Refusal) -> Void
  ) async throws(Refusal) {
    let model = makeLaunchViewModel()
    await model.loadUserSession()
    guard case .unreadable(let failure) = model.phase else { return }
    try showMessage(failure)
    model.messageSeen()
  }

  /// Signs in and tells the responder.
  @MainActor
  public func signIn(with credentials: Credentials) async throws(OnboardingFailure) {
    let model = makeSignInViewModel()
    model.email = credentials.email
    model.password = credentials.password
    await model.signIn()
    if case .failed(let failure) = model.phase { throw failure }
  }

  /// Signs up and tells the responder.
  @MainActor
  public func signUp(_ account: NewAccount) async throws(OnboardingFailure) {
    let model = makeSignUpViewModel()
    model.account = account
    await model.signUp()
    if case .failed(let failure) = model.phase { throw failure }
  }
}
