import Glibc
import Testing

/// The preview program on a pseudo-terminal, as a person would use it.
@Suite(.serialized)
struct PasswordPromptTests {
  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal()
  }

  @Test func `A password is not shown, and the terminal is as before`() throws {
    let child = try askPassword()

    terminal.type("sécret\n")
    try terminal.expect("It has 7 bytes.")

    #expect(child.wait() == 0)
    #expect(!terminal.transcript.contains("cret"))
    #expect(terminal.isRestored)
  }

  @Test func `Ctrl-C ends the program with 130 and restores the terminal`() throws {
    let child = try askPassword()

    terminal.type("sec\u{3}")
    try terminal.expect("Interrupted.")

    #expect(child.wait() == 130)
    #expect(terminal.isRestored)
  }

  @Test func `The quit key ends the program and restores the terminal`() throws {
    let child = try askPassword()

    terminal.type("sec\u{1C}")

    #expect(child.wait() == 128 + SIGQUIT)
    #expect(terminal.isRestored)
  }

  @Test func `Ctrl-D is an answer that was not given`() throws {
    let child = try askPassword()

    terminal.type("\u{4}")
    try terminal.expect("The input ended before an answer was given.")

    #expect(child.wait() == 1)
    #expect(terminal.isRestored)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGILL])
  func `A signal that ends the program restores the terminal first`(number: Int32) throws {
    let child = try askPassword()

    kill(child.identifier, number)

    #expect(child.wait() == 128 + number)
    #expect(terminal.isRestored)
  }

  @Test func `Ctrl-Z restores the terminal, and coming back asks again without showing`() throws {
    let shell = try terminal.start(["bash", "--norc", "--noprofile", "-i"])
    try terminal.expect("$ ")
    terminal.type("stty -echo; \(ChildProcess.preview) password\n")
    try terminal.expect("Password: ")
    terminal.type("lost\u{1A}")
    try terminal.expect("Stopped")
    terminal.type("stty -a | grep -o ' -*icanon'; fg\n")
    try terminal.expect(" icanon")
    try terminal.expect("Password: ")

    terminal.type("secret\n")

    try terminal.expect("It has 6 bytes.")
    terminal.type("stty echo; exit\n")
    #expect(shell.wait() == 0)
    #expect(!terminal.transcript.contains("secret"))
  }

  @Test func `A line is shown while it is typed`() throws {
    let child = try terminal.start([ChildProcess.preview, "ask"])
    try terminal.expect("Name: ")

    terminal.type("Ann\n")

    try terminal.expect("Ann\r\nHello, ")
    #expect(child.wait() == 0)
  }

  private func askPassword() throws -> ChildProcess {
    let child = try terminal.start([ChildProcess.preview, "password"])
    try terminal.expect("Password: ")
    #expect(!terminal.isEchoing)
    return child
  }
}
