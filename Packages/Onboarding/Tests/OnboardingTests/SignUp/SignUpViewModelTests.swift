import BasicsTesting
import Core
import CoreTesting
import Testing

@testable import Onboarding

@MainActor
struct SignUpViewModelTests {
  private let responder = RecordingResponder()

  @Test func `Signing up sends the account and opens the signed-in scope`() async {
    let repository = FakeUserSessionRepository()
    let model = makeModel(repository)

    await model.signUp()

    #expect(await repository.signUps == [.johnny])
    #expect(responder.calls == [.signedIn(.johnny)])
  }

  @Test func `Each wrong field is named and nothing is sent`() async {
    let repository = FakeUserSessionRepository()
    let model = makeModel(repository)
    model.account.email = "johnny"
    model.account.password = Secret("short")

    await model.signUp()

    guard case .failed(.invalidFields(let problems)) = model.phase else {
      Issue.record("the form was accepted")
      return
    }
    #expect(problems.map(\.field) == [.email, .password])
    #expect(await repository.signUps == [])
  }

  @Test func `A refusal leaves the form as it was and enabled`() async {
    let error = AuthError.cloud(
      .refused(ErrorResponse(.emailTaken, message: "The e-mail has an account.").error))
    let model = makeModel(FakeUserSessionRepository(signIn: .failure(error)))

    await model.signUp()

    #expect(model.phase == .failed(.notAuthenticated(error)))
    #expect(model.account == .johnny)
    #expect(model.isEnabled)
  }

  @Test func `While signing up a second send is impossible`() async throws {
    let repository = HeldUserSessionRepository()
    let model = makeModel(repository)

    let first = Task { await model.signUp() }
    try await repository.waitForCall()
    #expect(!model.isEnabled)
    try await bounded("the end of the second sign-up") { await model.signUp() }
    await repository.release()
    try await first.outcome("the end of the sign-up")

    #expect(await repository.calls == 1)
  }

  private func makeModel(_ repository: any UserSessionRepository) -> SignUpViewModel {
    let model = SignUpViewModel(userSessionRepository: repository, signedInResponder: responder)
    model.account = .johnny
    return model
  }
}
