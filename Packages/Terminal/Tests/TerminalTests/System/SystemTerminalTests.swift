import BasicsTesting
import Basics
import Glibc
@testable import Terminal
import Testing

/// The preview program in pipes and on files.
struct SystemTerminalTests {
  @Test func `A reader that leaves is a quiet end`() throws {
    let result = try Script.run(#""$preview" lines 1000000 | head -1; echo ${PIPESTATUS[@]}"#)

    #expect(result == .init(status: 0, output: "line 0\n0 0\n", error: ""))
  }

  @Test func `A full disk is an error with its reason`() throws {
    let result = try Script.run(#""$preview" lines 1 > /dev/full"#)

    #expect(result.status == 74)
    #expect(result.error.contains("standard output: No space left on device."))
  }

  @Test func `Every line reaches a pipe, in order and without control sequences`() throws {
    let result = try Script.run(#""$preview" lines 20000"#)

    #expect(result.output == (0..<20_000).map { "line \($0)\n" }.joined())
  }

  @Test func `Many lines cost few system calls`() throws {
    var ends: [Int32] = [-1, -1]
    #expect(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    defer { ends.forEach { close($0) } }
    let terminal = SystemTerminal(environment: [:], output: ends[0])

    for _ in 0..<1000 { try terminal.write("a line of text\n") }
    try terminal.flush()

    var buffer = [UInt8](repeating: 0, count: 100_000)
    #expect(read(ends[1], &buffer, buffer.count) == 15_000)
  }

  @Test func `Without a terminal a question ends at once`() throws {
    let result = try Script.run(#""$preview" password"#)

    #expect(result.status == 64)
    #expect(result.error.hasPrefix("error: Nothing can be asked here: there is no terminal"))
    #expect(result.error.hasSuffix("Pass --password-stdin.\n"))
  }

  @Test func `A password comes from the standard input`() throws {
    let result = try Script.run(#"printf 'secret\r\n' | "$preview" password --password-stdin"#)

    #expect(result == .init(status: 0, output: "It has 6 bytes.\n", error: ""))
  }

  @Test func `A table in a pipe has tabs and no colors`() throws {
    let result = try Script.run(#""$preview" table"#)

    #expect(result.output == "Opera House\t620 m\twhite\n東京タワー\t7800 km\tred\n")
  }

  @Test(arguments: [
    ("--color always nonsense", ["NO_COLOR": "1"], "\u{1B}[1;31merror:\u{1B}[0m"),
    ("nonsense", ["CLICOLOR_FORCE": "1", "TERM": "xterm"], "\u{1B}[1;31merror:\u{1B}[0m"),
    ("nonsense", ["TERM": "xterm"], "error:"),
    ("--color never nonsense", ["CLICOLOR_FORCE": "1", "TERM": "xterm"], "error:"),
  ])
  func `The option and the environment decide about color`(
    words: String, environment: [String: String], beginning: String
  ) throws {
    let result = try Script.run("\"$preview\" \(words)", environment: environment)

    #expect(result.status == 64)
    #expect(result.error.hasPrefix(beginning + " 'terminal-preview' has no command 'nonsense'."))
  }

  @Test func `Activity shows on a terminal and is gone afterwards`() async throws {
    let terminal = try PseudoTerminal()
    let child = try terminal.start([Preview.program, "work", "--seconds", "1"])

    try terminal.expect("Working")
    try terminal.expect("\r\u{1B}[KDone.")

    #expect(await child.end().code == 0)
  }
}
