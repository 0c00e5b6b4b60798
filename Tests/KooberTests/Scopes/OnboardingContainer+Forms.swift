import Core

@testable import Onboarding

/// Fills the forms as a rider does.
@MainActor
extension OnboardingContainer {
  func signUp(_ account: NewAccount) async throws {
    let model = makeSignUpViewModel()
    model.account = account
    await model.signUp()
    if case .failed(let failure) = model.phase { throw failure }
  }

  func signIn(with credentials: Credentials) async throws {
    let model = makeSignInViewModel()
    model.email = credentials.email
    model.password = credentials.password
    await model.signIn()
    if case .failed(let failure) = model.phase { throw failure }
  }
}
