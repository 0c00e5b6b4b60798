import BasicsTesting
import Basics
import Glibc
import Testing

/// The preview's activity on a pseudo-terminal.
@Suite(.serialized)
struct ActivityProcessTests {
  private static let removal = "\r\u{1B}[K"

  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal()
  }

  @Test func `Ctrl-C ends the program and leaves what it says in the activity's place`()
    async throws
  {
    let child = try startWork()

    terminal.type("\u{3}")

    #expect(await child.end().code == 128 + SIGINT)
    let end = "\(Self.removal)Some of it is done.\r\n"
    while !terminal.transcript.hasSuffix(end), terminal.readMore() {}
    #expect(terminal.transcript.hasSuffix(end))
  }

  @Test func `An activity that is not interrupted leaves nothing`() async throws {
    let child = try terminal.start([Preview.program, "work", "--seconds", "1"])

    try terminal.expect("Done.")

    #expect(await child.end().code == 0)
    #expect(!terminal.transcript.contains("Some of it"))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func `A signal that ends the program leaves no activity behind`(number: Int32) async throws {
    let child = try startWork()

    child.signal(number)

    #expect(await child.end().code == 128 + number)
    while !terminal.transcript.hasSuffix(Self.removal), terminal.readMore() {}
    #expect(terminal.transcript.hasSuffix(Self.removal))
  }

  private func startWork() throws -> Subprocess {
    let child = try terminal.start([Preview.program, "work", "--seconds", "20"])
    try terminal.expect("Working")
    return child
  }
}
