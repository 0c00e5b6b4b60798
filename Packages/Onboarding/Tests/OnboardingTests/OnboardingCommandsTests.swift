import BasicsTesting
import Basics
import Console
import Core
import CoreTesting
import FeatureFlags
import Terminal
import TerminalTesting
import Testing

import OnboardingTesting

@testable import Onboarding

/// The commands of the signed-out scope, and the launch that comes before every command.
@MainActor
struct OnboardingCommandsTests {
  private struct Stop: Error {}

  private let responder = RecordingResponder()
  private let unreadable = FakeUserSessionRepository(
    stored: .failure(FileError(.corrupt, path: "/session", reason: "it cannot be read")))

  @Test func `A launch shows the message and continues`() async throws {
    var shown: [FileError] = []

    try await makeContainer(unreadable).launch { shown.append($0) }

    #expect(shown == [FileError(.corrupt, path: "/session", reason: "it cannot be read")])
    #expect(responder.calls == [.notSignedIn])
  }

  @Test func `A launch that refuses the message stays where it is`() async throws {
    let container = try makeContainer(unreadable)

    await #expect(throws: Stop.self) {
      try await container.launch { _ throws(Stop) in throw Stop() }
    }

    #expect(responder.calls == [])
  }

  @Test func `A sign-in reports the failure of its form`() async throws {
    let outcome = try await run(["sign-in", "--email", "johnny@gmail.com", "--password-stdin"])

    #expect(outcome.status == 64)
    #expect(outcome.error.contains("password"))
    #expect(responder.calls == [.notSignedIn])
  }

  @Test func `A sign-up opens the signed-in scope and shows whose it is`() async throws {
    let outcome = try await run(
      [
        "sign-up", "--name", "Johnny", "--email", "johnny@gmail.com", "--phone", "0491570156",
        "--password-stdin",
      ], input: "correct horse")

    #expect(outcome.status == 0)
    #expect(outcome.output.contains("johnny@gmail.com"))
    #expect(responder.calls.last == .signedIn(.johnny))
  }

  @Test(arguments: [
    (["sign-in"], "correct horse"),
    (["sign-up", "--name", "Johnny", "--phone", "0491570156"], "correct horse"),
    (["reset-password"], "code\ncorrect horse"),
  ])
  func `A new session takes the place of an unreadable one, and the rider is told`(
    command: [String], input: String
  ) async throws {
    let outcome = try await run(
      command + ["--email", "johnny@gmail.com", "--password-stdin"], in: unreadable, input: input)

    #expect(outcome.status == 0)
    #expect(outcome.error.contains("it cannot be read"))
    #expect(outcome.output.contains("johnny@gmail.com"))
    #expect(responder.calls == [.notSignedIn, .signedIn(.johnny)])
  }

  private static let answers = ["E-mail: ": "x@y.z", "Mobile number: ": "0491570156"]

  @Test func `A wrong mobile number is asked for again, or refused before the password`()
    async throws
  {
    let typed = try await run(
      ["sign-up", "--name", "Johnny", "--email", "x@y.z"], capabilities: .terminal(),
      answers: ["x", "0491570156", "correct horse", "correct horse"].map { .line($0) })
    let given = try await run(
      ["sign-up", "--name", "Johnny", "--email", "x@y.z", "--phone", "x"],
      capabilities: .terminal())

    #expect(typed.status == 0)
    #expect(typed.prompts.filter { $0 == "Mobile number: " }.count == 2)
    #expect(given.status == 64)
    #expect(given.error.contains("The mobile number is not a number like"))
    #expect(given.prompts == [])
  }

  @Test(arguments: [
    ("name-first", ["Full name: ", "E-mail: ", "Mobile number: "]),
    ("email-first", ["E-mail: ", "Mobile number: ", "Full name: "]),
  ])
  func `The order of the sign-up is the flag's`(variant: String, questions: [String]) async throws {
    let outcome = try await run(
      ["sign-up"], flags: ["onboarding-order": variant], capabilities: .terminal(),
      answers: questions.map { .line(Self.answers[$0] ?? "x") }
        + [.line("correct horse"), .line("correct horse")])

    #expect(outcome.status == 0)
    #expect(outcome.prompts.prefix(3) == questions[...])
  }

  private func makeContainer(
    _ repository: FakeUserSessionRepository, flags: FlagOverrides = FlagOverrides()
  ) throws -> OnboardingContainer {
    OnboardingContainer(
      dependencies: try OnboardingDouble(repository, responder: responder, flags: flags))
  }

  private func run(
    _ arguments: [String], in repository: FakeUserSessionRepository = FakeUserSessionRepository(),
    flags: FlagOverrides = FlagOverrides(), capabilities: TerminalCapabilities = .pipe,
    answers: [ScriptedTerminal.Answer] = [], input: String = ""
  ) async throws -> (status: Int32, output: String, error: String, prompts: [String]) {
    let tree = CommandTree<TestContext>(
      name: "koober", version: "1", date: "2026-01-01", summary: "Onboarding.",
      globalOptions: [CommonOptions.output], commands: [.signUp, .signIn, .resetPassword])
    let terminal = ScriptedTerminal(capabilities, answers: answers, input: input)
    let commandLine = tree.parse(arguments)
    let context = TestContext(
      console: CommandConsole(terminal: terminal, format: .text, isQuiet: false),
      container: try makeContainer(repository, flags: flags))
    let status = try await bounded("the end of '\(arguments.joined(separator: " "))'") {
      await tree.run(commandLine, on: context.console) { try await $0.run(context) }
    }
    return (status, terminal.output, terminal.error, terminal.prompts.map(\.text))
  }
}

/// What the commands of onboarding work with.
struct TestContext: OnboardingContext {
  let console: CommandConsole
  let container: OnboardingContainer

  func onboardingContainer() -> OnboardingContainer { container }
}
