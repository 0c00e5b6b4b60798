import BasicsTesting
import Basics
import Core
import CoreTesting
import Testing

@testable import Onboarding

@MainActor
struct SignInViewModelTests {
  private let responder = RecordingResponder()

  @Test func `Signing in sends what the rider typed and opens the signed-in scope`() async {
    let repository = FakeUserSessionRepository()
    let model = makeModel(repository)

    await model.signIn()

    let typed = Credentials(email: "johnny@gmail.com", password: Secret("correct horse"))
    #expect(await repository.signIns == [typed])
    #expect(model.phase == .signedIn(.johnny))
    #expect(responder.calls == [.signedIn(.johnny)])
  }

  @Test func `A failure keeps the e-mail and enables everything again`() async {
    let error = AuthError.cloud(.unreachable(reason: "no route"))
    let model = makeModel(FakeUserSessionRepository(signIn: .failure(error)))

    await model.signIn()

    #expect(model.phase == .failed(.notAuthenticated(error)))
    #expect(model.email == "johnny@gmail.com")
    #expect(model.isEnabled)
    #expect(responder.calls == [])
  }

  @Test func `Empty fields are named and nothing is sent`() async {
    let repository = FakeUserSessionRepository()
    let model = makeModel(repository)
    model.email = " "
    model.password = Secret("")

    await model.signIn()

    #expect(model.phase == .failed(.invalidFields([.empty(.email), .empty(.password)])))
    #expect(await repository.signIns == [])
  }

  @Test func `While signing in everything is disabled and a second sign-in does nothing`()
    async throws
  {
    let repository = HeldUserSessionRepository()
    let model = makeModel(repository)

    let first = Task { await model.signIn() }
    try await repository.waitForCall()
    #expect(model.phase == .signingIn)
    #expect(!model.isEnabled)
    try await bounded("the end of the second sign-in") { await model.signIn() }
    await repository.release()
    try await first.outcome("the end of the sign-in")

    #expect(await repository.calls == 1)
    #expect(model.phase == .signedIn(.johnny))
  }

  @Test func `Wrong password, no network and a failing disk are different messages`() {
    let refusal = ErrorResponse(.wrongCredentials, message: "No account matches.")
    let errors: [AuthError] = [
      .cloud(.refused(refusal.error)), .cloud(.unreachable(reason: "no route")),
      .sessionStore(FileError(.full, path: "/session", reason: "No space left on device")),
    ]

    let problems = errors.map { OnboardingError.notAuthenticated($0).problem }

    #expect(problems.map(\.kind) == [.notPermitted, .unreachable, .inputOutput])
    #expect(Set(problems.map(\.message)).count == 3)
  }

  private func makeModel(_ repository: any UserSessionRepository) -> SignInViewModel {
    let model = SignInViewModel(userSessionRepository: repository, signedInResponder: responder)
    model.email = "johnny@gmail.com"
    model.password = Secret("correct horse")
    return model
  }
}
