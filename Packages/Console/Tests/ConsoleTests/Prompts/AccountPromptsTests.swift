import Core
import Terminal
import TerminalTesting
import Testing

@testable import Console

struct AccountPromptsTests {
  private func prompts(_ answers: [String]) -> (AccountPrompts, ScriptedTerminal) {
    let terminal = ScriptedTerminal(.terminal(), answers: answers.map { .line($0) })
    return (AccountPrompts(terminal: terminal, passwordStdin: false), terminal)
  }

  @Test func `A wrong answer is asked for again and an option is not`() async throws {
    let (prompts, terminal) = prompts(["ada", "ada@example.org"])
    let check = { (text: String) in FieldError.checkingEmail(text) }

    let typed = try await prompts.value(nil, "E-mail", "--email", check: check)
    let given = try await prompts.value("ada", "E-mail", "--email", check: check)

    #expect(typed == "ada@example.org")
    #expect(given == "ada")
    #expect(terminal.error.contains("is not an address"))
    #expect(terminal.prompts.count == 2)
  }

  @Test func `A new password is typed again until it is one and the same twice`() async throws {
    let (prompts, terminal) = prompts([
      "short", "battery staple", "battery", "battery staple", "battery staple",
    ])

    #expect(try await prompts.newPassword() == Secret("battery staple"))
    #expect(terminal.error.contains("shorter than 8 characters"))
    #expect(terminal.error.contains("not the same"))
    #expect(!terminal.error.contains("staple"))
  }

  @Test func `Passwords that never agree end the command`() async throws {
    let (prompts, _) = prompts((0..<20).map { "battery staple \($0)" })

    await #expect(throws: Problem.self) { try await prompts.newPassword() }
  }

  @Test(arguments: ["old\nnew", "old\r\nnew\r\n", "old\nnew\n"])
  func `Two secrets are two lines of the standard input`(input: String) async throws {
    let prompts = AccountPrompts(
      terminal: ScriptedTerminal(.pipe, input: input), passwordStdin: true)

    let (old, new) = try await prompts.secretAndNewPassword("Password")

    #expect(old == Secret("old"))
    #expect(new == Secret("new"))
  }

  @Test func `On a terminal a password is typed unseen, whatever the option says`() async throws {
    let terminal = ScriptedTerminal(
      .terminal(),
      answers: [.line("battery staple"), .line("old"), .line("new words"), .line("new words")],
      input: "seen")
    let prompts = AccountPrompts(terminal: terminal, passwordStdin: true)

    #expect(try await prompts.password() == Secret("battery staple"))
    let (old, new) = try await prompts.secretAndNewPassword("Password")
    #expect([old, new] == [Secret("old"), Secret("new words")])
    #expect(terminal.prompts.map(\.isHidden) == [true, true, true, true])
    #expect(terminal.prompts.first?.text == "Password: ")
  }

  @Test func `One line for two secrets is refused`() async throws {
    let prompts = AccountPrompts(
      terminal: ScriptedTerminal(.pipe, input: "old\n"), passwordStdin: true)

    await #expect(throws: Problem.self) { try await prompts.secretAndNewPassword("Password") }
  }
}
