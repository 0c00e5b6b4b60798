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

  @Test func `Ctrl-C ends the program and leaves no activity behind`() throws {
    let child = try startWork()

    terminal.type("\u{3}")

    #expect(child.wait().code == 128 + SIGINT)
    while !terminal.transcript.hasSuffix(Self.removal), terminal.readMore() {}
    #expect(terminal.transcript.hasSuffix(Self.removal))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func `A signal that ends the program leaves no activity behind`(number: Int32) throws {
    let child = try startWork()

    child.signal(number)

    #expect(child.wait().code == 128 + number)
    while !terminal.transcript.hasSuffix(Self.removal), terminal.readMore() {}
    #expect(terminal.transcript.hasSuffix(Self.removal))
  }

  private func startWork() throws -> Subprocess {
    let child = try terminal.start([Preview.program, "work", "--seconds", "20"])
    try terminal.expect("Working")
    return child
  }
}
