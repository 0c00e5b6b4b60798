import Terminal
import TerminalTesting
import Testing

struct PromptsTests {
  @Test func `An answer is the line that was typed`() async throws {
    let terminal = ScriptedTerminal(.terminal(), answers: [.line("a@b.example"), .line("secret")])

    let email = try await terminal.ask("Email: ", orPass: "--email")
    let password = try await terminal.ask(
      "Password: ", orPass: "--password-stdin", isHidden: true)

    #expect(email == "a@b.example")
    #expect(password == "secret")
    #expect(terminal.prompts == [.init("Email: "), .init("Password: ", isHidden: true)])
  }

  @Test func `Without a terminal every question ends at once and names its option`() async {
    let terminal = ScriptedTerminal(.pipe, answers: [.line("y")])

    await #expect(throws: PromptError.noTerminal(option: "--email")) {
      try await terminal.ask("Email: ", orPass: "--email")
    }
    await #expect(throws: PromptError.noTerminal(option: "--password-stdin")) {
      try await terminal.ask(
        "Password: ", orPass: "--password-stdin", isHidden: true)
    }
    await #expect(throws: PromptError.noTerminal(option: "--yes")) {
      try await terminal.confirm("Cancel the ride?", orPass: "--yes")
    }
    #expect(terminal.prompts.isEmpty)
    #expect(
      PromptError.noTerminal(option: "--yes").description
        == "Nothing can be asked here: there is no terminal, or CI is set. Pass --yes.")
  }

  @Test(arguments: [
    (["y"], true), ([" YES "], true), (["n"], false), (["No"], false), ([""], false),
    (["maybe", "", "y"], false), (["what", "yes"], true),
  ])
  func `A confirmation is yes, no, or asked again`(lines: [String], answer: Bool) async throws {
    let terminal = ScriptedTerminal(.terminal(), answers: lines.map { .line($0) })

    #expect(try await terminal.confirm("Cancel the ride?", orPass: "--yes") == answer)
    #expect(terminal.prompts.first == .init("Cancel the ride? [y/N] "))
    #expect(
      terminal.prompts.dropFirst().allSatisfy {
        $0.text == "Please answer y or n. Cancel the ride? [y/N] "
      })
  }

  @Test(arguments: [
    (ScriptedTerminal.Answer.interrupt, PromptError.interrupted), (.end, .inputEnded),
  ])
  func `Leaving a question is an error`(
    answer: ScriptedTerminal.Answer, error: PromptError
  ) async {
    let terminal = ScriptedTerminal(.terminal(), answers: [answer])

    await #expect(throws: error) { try await terminal.ask("Email: ", orPass: "--email") }
  }

  @Test(arguments: [
    ("secret", "secret"), ("secret\n", "secret"), ("secret\r\n", "secret"),
    ("secret\n\n", "secret\n"), ("secret\r", "secret\r"), (" a b \n", " a b "), ("", ""),
    ("\n", ""), ("pä\u{301}ss\n", "pä\u{301}ss"),
  ])
  func `A password from the standard input loses one line break`(
    input: String, password: String
  ) throws {
    #expect(try ScriptedTerminal(input: input).readPassword() == password)
  }

  @Test func `An endless password is refused`() {
    let terminal = ScriptedTerminal(input: "12345")

    #expect(throws: TerminalError.tooMuchInput(limit: 4)) { try terminal.readPassword(limit: 4) }
  }
}
