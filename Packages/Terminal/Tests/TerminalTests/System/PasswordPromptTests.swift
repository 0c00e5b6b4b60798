import BasicsTesting
import Basics
import Glibc
import Testing

/// The preview program on a pseudo-terminal, as a person would use it.
@Suite(.serialized)
struct PasswordPromptTests {
  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal()
  }

  @Test func `A password is not shown, and the terminal is as before`() async throws {
    let child = try askPassword()

    terminal.type("sécret\n")
    try terminal.expect("It has 7 bytes.")

    #expect(await child.end().code == 0)
    #expect(!terminal.transcript.contains("cret"))
    #expect(terminal.isRestored)
  }

  @Test func `Ctrl-C ends the program with 130 and restores the terminal`() async throws {
    let child = try askPassword()

    terminal.type("sec\u{3}")
    try terminal.expect("Interrupted.")

    #expect(await child.end().code == 130)
    #expect(terminal.isRestored)
  }

  @Test func `The quit key ends the program and restores the terminal`() async throws {
    let child = try askPassword()

    terminal.type("sec\u{1C}")

    #expect(await child.end().code == 128 + SIGQUIT)
    #expect(terminal.isRestored)
  }

  @Test func `Ctrl-D is an answer that was not given`() async throws {
    let child = try askPassword()

    terminal.type("\u{4}")
    try terminal.expect("The input ended before an answer was given.")

    #expect(await child.end().code == 1)
    #expect(terminal.isRestored)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGILL])
  func `A signal that ends the program restores the terminal first`(number: Int32) async throws {
    let child = try askPassword()

    child.signal(number)

    #expect(await child.end().code == 128 + number)
    #expect(terminal.isRestored)
  }

  @Test func `Ctrl-Z restores the terminal, and coming back asks again without showing`()
    async throws
  {
    let shell = try terminal.start(["bash", "--norc", "--noprofile", "-i"])
    try terminal.expect("$ ")
    terminal.type("stty -echo; \(Preview.program) password\n")
    try terminal.expect("Password: ")
    terminal.type("lost\u{1A}")
    try terminal.expect("Stopped")
    terminal.type("stty -a | grep -o ' -*icanon'; fg\n")
    try terminal.expect(" icanon")
    try terminal.expect("Password: ")

    terminal.type("secret\n")

    try terminal.expect("It has 6 bytes.")
    terminal.type("stty echo; exit\n")
    #expect(await shell.end().code == 0)
    #expect(!terminal.transcript.contains("secret"))
  }

  @Test func `A line is shown while it is typed`() async throws {
    let child = try terminal.start([Preview.program, "ask"])
    try terminal.expect("Name: ")

    terminal.type("Ann\n")

    try terminal.expect("Ann\r\nHello, ")
    #expect(await child.end().code == 0)
  }

  private func askPassword() throws -> Subprocess {
    let child = try terminal.start([Preview.program, "password"])
    try terminal.expect("Password: ")
    #expect(!terminal.isEchoing)
    return child
  }
}
