import BasicsTesting
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import Onboarding

@MainActor
struct FormScreenTests {
  private let terminal = ScriptedTerminal(.terminal())
  private let navigator = Navigator(clock: ManualClock())
  private let responder = RecordingResponder()
  private let frames = GoldenFrames()

  // MARK: - Looks

  @Test func `The sign-in form`() async throws {
    let run = play(signIn(FakeUserSessionRepository()))
    try await terminal.waitForFrame(containing: "E-mail")

    try await frames.check(terminal, "sign-in")
    try await leave(run)
  }

  @Test func `While signing in the form is disabled and activity shows`() async throws {
    let repository = HeldUserSessionRepository()
    let run = play(signIn(repository))
    typeCredentials()
    try await terminal.waitForFrame(containing: "Signing in")

    try await frames.check(terminal, "signing-in")
    try await repository.waitForCall()
    await repository.release()
    #expect(try await run.outcome() == .finished)
  }

  @Test func `A refused sign-in keeps the e-mail and says why`() async throws {
    let refusal = AuthError.cloud(
      .refused(
        ErrorResponse(
          .wrongCredentials, message: "No account matches.", hint: "Check both."
        ).error))
    let run = play(signIn(FakeUserSessionRepository(signIn: .failure(refusal))))
    typeCredentials()
    try await terminal.waitForFrame(containing: "No account matches.")

    try await frames.check(terminal, "sign-in-refused")
    try await leave(run)
  }

  @Test func `The sign-up form with wrong fields`() async throws {
    let run = play(signUp(FakeUserSessionRepository()))
    typeAccount(email: "johnny", password: "short")
    try await terminal.waitForFrame(containing: "The password is shorter")

    try await frames.check(terminal, "sign-up-wrong")
    try await leave(run)
  }

  @Test func `The sign-up form in lines`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let run = play(signUp(FakeUserSessionRepository()), on: terminal)
    for line in ["Johnny Appleseed", "", "johnny", "", "correct horse", "1"] {
      terminal.answer(.line(line))
    }
    try await terminal.waitForText("The mobile number is empty. Type your mobile number.\n")
    terminal.answer(.line("4"), .line("johnny@gmail.com"))
    try await terminal.waitForText("E-mail: johnny@gmail.com\n1: Sign up\n")
    terminal.answer(.interrupt)
    await #expect(throws: PromptError.interrupted) { try await run.outcome() }

    try frames.check(terminal.printedLines, "sign-up-lines")
    #expect(
      terminal.prompts.map(\.isHidden).prefix(6) == [false, false, false, false, true, false])
    #expect(!terminal.transcript.contains("Type one of the numbers."))
    #expect(!terminal.transcript.contains("correct horse"))
  }

  // MARK: - Behavior

  @Test func `While signing in no key does anything`() async throws {
    let repository = HeldUserSessionRepository()
    let run = play(signIn(repository))
    typeCredentials()
    try await repository.waitForCall()

    terminal.press(.enter, .escape)
    terminal.type("x")
    terminal.paste("y")
    terminal.press(.enter)
    await repository.release()

    #expect(try await run.outcome() == .finished)
    #expect(await repository.calls == 1)
  }

  @Test func `Signing in sends what was typed`() async throws {
    let repository = FakeUserSessionRepository()
    let run = play(signIn(repository))
    typeCredentials()

    #expect(try await run.outcome() == .finished)
    let typed = Credentials(email: "johnny@gmail.com", password: Secret("correct horse"))
    #expect(await repository.signIns == [typed])
    #expect(responder.calls == [.signedIn(.johnny)])
  }

  @Test func `A nickname that is left out is the first name`() async throws {
    let repository = FakeUserSessionRepository()
    let run = play(signUp(repository))
    typeAccount(email: "johnny@gmail.com", password: "correct horse")

    #expect(try await run.outcome() == .finished)
    #expect(await repository.signUps.map(\.normalized.nickname) == ["Johnny"])
  }

  @Test func `The first wrong field is edited next`() async throws {
    let run = play(signUp(FakeUserSessionRepository()))
    typeAccount(email: "johnny", password: "correct horse")
    try await terminal.waitForFrame(containing: "is not an address")

    try await terminal.waitForFrame(containing: "▌ E-mail")
    try await leave(run)
  }

  @Test func `10 000 pasted characters end in a message, not in a broken frame`() async throws {
    let run = play(signUp(FakeUserSessionRepository()))
    try await terminal.waitForFrame(containing: "Full name")

    terminal.paste(String(repeating: "東\u{1B}[31m\u{202E}", count: 2500))
    terminal.press(.up, .enter)
    let frame = try await terminal.waitForFrame(containing: "longer than 100 characters")

    #expect(frame.lines.allSatisfy { $0.displayWidth <= 80 })
    #expect(!frame.text.contains("\u{202E}"))
    try await leave(run)
  }

  @Test func `A form of any size is drawn`() async throws {
    let run = play(signUp(FakeUserSessionRepository()))
    for (columns, rows) in [(1, 1), (7, 3), (20, 5), (300, 100)] {
      let size = TerminalSize(columns: columns, rows: rows)
      terminal.resize(to: size)
      try await terminal.waitForFrame { $0.size == size }
    }
    try await leave(run)
  }

  // MARK: - Playing

  private func signIn(_ repository: any UserSessionRepository) -> FormScreen<FieldError.Field> {
    FormScreen(
      model: SignInViewModel(userSessionRepository: repository, signedInResponder: responder),
      form: .signIn(), navigator: navigator
    ) { $0.navigator.close() }
  }

  @Test func `F1 names the keys of a form`() async throws {
    let run = play(signUp(FakeUserSessionRepository()))
    try await terminal.waitForFrame(containing: "Full name")
    terminal.press(.function(1))
    let keys = try await terminal.waitForFrame(containing: "Ctrl-W")
    for text in ["Other field", "Enter, last field", "Ctrl-U", "Ctrl-K", "Home/End"] {
      #expect(keys.text.contains(text), "\(text)")
    }
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Full name")
    try await leave(run)
  }

  private func signUp(_ repository: any UserSessionRepository) -> FormScreen<FieldError.Field> {
    FormScreen(
      model: SignUpViewModel(userSessionRepository: repository, signedInResponder: responder),
      form: .signUp([.name, .email, .mobileNumber]), navigator: navigator
    ) { $0.navigator.close() }
  }

  private func play(
    _ screen: FormScreen<FieldError.Field>, on terminal: ScriptedTerminal? = nil
  ) -> Task<NavigationEnd, any Error> {
    Task { try await navigator.run(from: screen, on: terminal ?? self.terminal) }
  }

  private func leave(_ run: Task<NavigationEnd, any Error>) async throws {
    terminal.press(.escape)
    #expect(try await run.outcome() == .finished)
  }

  private func typeCredentials() {
    terminal.type("johnny@gmail.com")
    terminal.press(.enter)
    terminal.type("correct horse")
    terminal.press(.enter)
  }

  private func typeAccount(email: String, password: String) {
    terminal.type("Johnny Appleseed")
    terminal.press(.tab, .tab)
    terminal.type(email)
    terminal.press(.tab)
    terminal.type("+61 491 570 156")
    terminal.press(.tab)
    terminal.type(password)
    terminal.press(.enter)
  }
}
