import BasicsTesting
import Basics
import Glibc
import Testing

/// The preview's form on a pseudo-terminal: whatever happens, the terminal is as before.
@Suite(.serialized)
struct SystemScreenTests {
  private static let leave = "\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal()
  }

  @Test func `A form is filled in and left`() async throws {
    let child = try openForm()

    terminal.type("Ann\u{7F}\tsecret\t\u{1B}[B\r")
    try terminal.expect(Self.leave)
    try terminal.expect("You left as 'An takes Wallaroo'.")

    #expect(await child.end().code == 0)
    #expect(terminal.isRestored)
    #expect(!terminal.transcript.contains("secret"))
  }

  @Test func `Each picture is shown at once, and the title is as before`() async throws {
    let child = try openForm()
    terminal.type("Ann\t\t\r")
    try terminal.expect(Self.leave)

    #expect(await child.end().code == 0)
    #expect(terminal.transcript.contains("\u{1B}[22;2t"))
    #expect(terminal.transcript.contains("\u{1B}[?2026h"))
    #expect(terminal.transcript.contains("\u{1B}]2;\u{1B}\\\u{1B}[23;2t"))
  }

  @Test func `Ctrl-C ends the program with 130`() async throws {
    let child = try openForm()

    terminal.type("\u{3}")
    try terminal.expect(Self.leave)
    try terminal.expect("Interrupted.")

    #expect(await child.end().code == 130)
    #expect(terminal.isRestored)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGBUS])
  func `A signal that ends the program restores the terminal first`(number: Int32) async throws {
    let child = try openForm()

    child.signal(number)

    #expect(await child.end().code == 128 + number)
    try terminal.expect(Self.leave)
    #expect(terminal.isRestored)
  }

  @Test(arguments: ["enable=no", "enable=yes,interactive=no"])
  func `A crash restores the terminal first`(backtrace: String) async throws {
    let child = try openForm(["SWIFT_BACKTRACE": backtrace])

    terminal.type("\u{18}")

    try terminal.expect(Self.leave)
    while terminal.readMore() {}
    #expect(await [128 + SIGILL, 128 + SIGTRAP].contains(child.end().code))
    #expect(terminal.isRestored)
  }

  @Test func `An exit in the middle restores the terminal`() async throws {
    let child = try openForm()

    terminal.type("\u{F}")
    try terminal.expect(Self.leave)

    #expect(await child.end().code == 3)
    #expect(terminal.isRestored)
  }

  @Test func `Text that is written beside the picture appears when it is closed`() async throws {
    let child = try openForm()

    terminal.type("\u{12}Ann\u{1B}")

    try terminal.expect(Self.leave + "A report.\r\nA result.\r\nYou left as 'Ann'.\r\n")
    #expect(await child.end().code == 0)
  }

  @Test func `An interrupt from elsewhere ends the screen`() async throws {
    let child = try openForm()

    child.signal(SIGINT)

    #expect(await child.end().code == 130)
    #expect(terminal.isRestored)
  }

  @Test func `A terminal that goes away ends the program`() async throws {
    var other: PseudoTerminal? = try PseudoTerminal()
    let child = try other?.start([Preview.program, "form"])
    try other?.expect("Name")

    other = nil

    // The end of the input and the signal race; both end the program.
    #expect(await [1, 128 + SIGHUP].contains(child?.end().code))
  }

  @Test func `Ctrl-Z gives the terminal back, and coming back draws everything again`() async throws
  {
    let shell = try terminal.start(["bash", "--norc", "--noprofile", "-i"])
    try terminal.expect("$ ")
    terminal.type("\(Preview.program) form\n")
    try terminal.expect("Escape leave")

    terminal.type("Ann\u{1A}")
    try terminal.expect(Self.leave)
    try terminal.expect("Stopped")
    terminal.type("stty -a | grep -o ' -*icanon'; fg\n")
    try terminal.expect(" icanon")
    try terminal.expect("\u{1B}[?1049h")
    try terminal.expect("Ann")
    terminal.type("a\u{1B}")
    try terminal.expect("You left as 'Anna'.")

    terminal.type("exit\n")
    #expect(await shell.end().code == 0)
  }

  @Test func `Ctrl-Z stops the script that started the program too`() async throws {
    let shell = try terminal.start(["bash", "--norc", "--noprofile", "-i"])
    try terminal.expect("$ ")
    terminal.type("sh -c '\(Preview.program) form; true'\n")
    try terminal.expect("Escape leave")

    terminal.type("\u{1A}")
    try terminal.expect("Stopped")
    terminal.type("fg\n")
    try terminal.expect("Escape leave")
    terminal.type("\u{1B}")
    try terminal.expect("You left as ''.")

    terminal.type("exit\n")
    #expect(await shell.end().code == 0)
  }

  @Test func `A stop from elsewhere is the same`() async throws {
    let shell = try terminal.start(["bash", "--norc", "--noprofile", "-i"])
    try terminal.expect("$ ")
    terminal.type("\(Preview.program) form; echo status $?\n")
    try terminal.expect("Escape leave")

    let process = "/proc/\(shell.identifier)/task/\(shell.identifier)"
    _ = try Script.run("kill -TSTP $(cat \(process)/children)")
    try terminal.expect(Self.leave)
    terminal.type("fg\n")
    try terminal.expect("Escape leave")
    terminal.type("\u{1B}")
    try terminal.expect("You left as ''.")

    terminal.type("exit\n")
    #expect(await shell.end().code == 0)
  }

  @Test func `Another size is drawn anew`() async throws {
    let child = try openForm()

    terminal.resize(columns: 30, rows: 10)

    try terminal.expect("\u{1B}[9;2H")
    terminal.type("\u{1B}")
    #expect(await child.end().code == 0)
  }

  @Test func `Ten thousand pasted characters are taken at once`() async throws {
    let child = try openForm()

    let text = String(repeating: "0123456789", count: 1000)
    terminal.type("\u{1B}[200~\(text)\u{1B}[201~\u{1B}")

    try terminal.expect("You left as '\(text)'.")
    #expect(await child.end().code == 0)
  }

  private func openForm(_ environment: [String: String] = [:]) throws -> Subprocess {
    let child = try terminal.start([Preview.program, "form"], environment: environment)
    try terminal.expect("\u{1B}[?1049h")
    try terminal.expect("Escape leave")
    #expect(!terminal.isEchoing)
    return child
  }
}
