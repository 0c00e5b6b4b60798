import BasicsTesting
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import Onboarding

@MainActor
struct PasswordResetViewModelTests {
  private let responder = RecordingResponder()
  private let reset = PasswordReset(
    email: "johnny@gmail.com", code: Secret("1a2b-3c4d"), password: Secret("battery staple"))

  private func makeModel(_ repository: FakeUserSessionRepository) -> PasswordResetViewModel {
    PasswordResetViewModel(userSessionRepository: repository, signedInResponder: responder)
  }

  @Test func `A reset opens the signed-in scope`() async {
    let repository = FakeUserSessionRepository()
    let model = makeModel(repository)

    await model.reset(reset)

    #expect(model.phase == .signedIn(.johnny))
    #expect(await repository.resets == [reset])
    #expect(responder.calls == [.signedIn(.johnny)])
  }

  @Test func `Nothing is sent while something is missing`() async {
    let repository = FakeUserSessionRepository()
    let model = makeModel(repository)

    await model.reset(
      PasswordReset(email: " ", code: Secret(" "), password: Secret("short")))

    #expect(model.invalidFields == [.email, .code, .password])
    #expect(await repository.resets == [])
    #expect(model.isEnabled)
  }

  @Test func `The form explains itself and sends what was typed`() async throws {
    let terminal = ScriptedTerminal(.terminal())
    let navigator = Navigator(clock: ManualClock())
    let repository = FakeUserSessionRepository()
    let screen = FormScreen(
      model: makeModel(repository), form: .passwordReset(), navigator: navigator
    ) { $0.navigator.close() }
    let run = Task { try await navigator.run(from: screen, on: terminal) }
    try await terminal.waitForFrame(containing: "Code")

    try await GoldenFrames().check(terminal, "password-reset")
    for text in ["johnny@gmail.com", "1a2b-3c4d", "battery staple"] {
      terminal.type(text)
      terminal.press(.enter)
    }

    #expect(try await run.outcome() == .finished)
    #expect(await repository.resets == [reset])
  }
}
