import Terminal
import TerminalTesting
import Testing

struct UsageErrorTests {
  private let tree = SampleProgram.tree()

  @Test(arguments: [
    ("serch x", UsageError.Reason.unknownCommand("serch"), ["sample"], ["search"]),
    ("ride reqest", .unknownCommand("reqest"), ["sample", "ride"], ["request"]),
    ("help rid", .unknownCommand("rid"), ["sample"], ["ride"]),
    ("help ride cancle", .unknownCommand("cancle"), ["sample", "ride"], ["cancel"]),
    ("frobnicate", .unknownCommand("frobnicate"), ["sample"], []),
    ("search x --lmit 3", .unknownOption("--lmit"), ["sample", "search"], ["--limit"]),
    ("search x --lim=3", .unknownOption("--lim"), ["sample", "search"], ["--limit"]),
    ("--jsno search x", .unknownOption("--jsno"), ["sample"], ["--json"]),
    ("ride request -z", .unknownOption("-z"), ["sample", "ride", "request"], []),
    ("version", .unknownCommand("version"), ["sample"], ["--version"]),
    ("search x -V", .unknownOption("-V"), ["sample", "search"], ["--version"]),
    ("ride bid", .unknownCommand("bid"), ["sample", "ride"], ["request"]),
    ("bid", .unknownCommand("bid"), ["sample"], []),
    ("ride", .missingCommand(among: ["request", "cancel"]), ["sample", "ride"], []),
  ])
  func `A mistyped word is named with what was perhaps meant`(
    line: String, reason: UsageError.Reason, command: [String], suggestions: [String]
  ) throws {
    let error = try usageError(line)

    #expect(error.reason == reason)
    #expect(error.command == command)
    #expect(error.suggestions == suggestions)
  }

  @Test(arguments: [
    ("search", UsageError.Reason.missing(["QUERY"])),
    ("ride request", .missing(["--email TEXT", "--phone NUMBER"])),
    ("share", .missing(["--with TEXT"])),
    ("search x --limit", .missingValue(option: "--limit")),
    ("search x --limit --json", .missingValue(option: "--limit")),
    ("search x -n", .missingValue(option: "-n")),
    ("ride cancel --yes=1", .unexpectedValue(option: "--yes")),
    ("ride cancel -y=1", .unexpectedValue(option: "-y")),
    ("ride cancel --help=1", .unexpectedValue(option: "--help")),
    ("search x --json=1", .unexpectedValue(option: "--json")),
    ("search x -n 1 --limit 2", .repeated(options: ["--limit"])),
    ("search x --json --output text", .repeated(options: ["--output", "--json"])),
    ("share x --with a --with b --with c --with d", .tooMany(option: "--with", limit: 3)),
    ("search x y z", .surplus(["y", "z"], repeatableOption: nil)),
    ("import f --flag a b", .surplus(["b"], repeatableOption: "--flag")),
    ("help search x", .surplus(["x"], repeatableOption: nil)),
    (
      "--yes ride cancel",
      .misplacedOption("--yes", belongsTo: ["sample", "ride", "cancel"])
    ),
    (
      "search x --limit 0",
      .invalidValue("0", parameter: "--limit", reason: "must be between 1 and 100")
    ),
    (
      "search x --limit many",
      .invalidValue("many", parameter: "--limit", reason: "must be a whole number")
    ),
    (
      "search x --output jsn",
      .invalidValue(
        "jsn", parameter: "--output",
        reason: "must be one of text, json. Did you mean 'json'?")
    ),
    (
      "move here",
      .invalidValue(
        "here", parameter: "LAT,LON", reason: "must be LAT,LON, for example -33.86,151.21")
    ),
  ])
  func `Each mistake has its own reason`(line: String, reason: UsageError.Reason) throws {
    #expect(try usageError(line).reason == reason)
  }

  @Test(arguments: [
    (
      "ride request",
      """
      'sample ride request' needs --email TEXT, --phone NUMBER.
      Run 'sample help ride request' to see how it is used.
      """
    ),
    (
      "search x --lmit 3",
      """
      'sample search' has no option '--lmit'.
      Did you mean '--limit'? Run 'sample help search' to see how it is used.
      """
    ),
    (
      "search x --limit 0",
      """
      Invalid value '0' for '--limit' of 'sample search': must be between 1 and 100.
      Run 'sample help search' to see how it is used.
      """
    ),
  ])
  func `The text says what, where and what to do`(line: String, text: String) throws {
    #expect(try usageError(line).description == text)
  }

  @Test func `A program without an action of its own lists its commands`() throws {
    #expect(
      try usageError("").message
        == "'sample' needs a command: search, ride, share, import, move, help, completions, man.")
  }

  @Test func `Control characters that were typed are not repeated`() throws {
    let error = try usageError(["search", "x", "\u{1B}[31m", "a\nb"])

    #expect(
      error.message == "'sample search' does not take '', 'a b'. A value with blanks needs quotes.")
  }

  @Test func `Global options are known even when something else is wrong`() {
    let globals = tree.parse(["search", "--json", "--limit", "x", "a", "--quiet", "-z"]).globals

    #expect(globals[SampleProgram.output] == .json)
    #expect(globals[SampleProgram.quiet])
  }

  @Test func `A global option that is itself wrong has its default after the error`() {
    let globals = tree.parse(["search", "a", "--output", "jsn"]).globals

    #expect(globals[SampleProgram.output] == .text)
  }

  @Test func `A word of arbitrary bytes never traps`() {
    let words = ["", "-", "--", "---", "-=", "--=", "--=x", "-é", "-\u{0}", "--\u{1B}", "=", "-1"]
    for first in words {
      for second in words {
        for third in words { _ = tree.parse([first, second, third]) }
      }
    }
  }

  private func usageError(_ line: String) throws -> UsageError {
    try usageError(CommandExample("sample \(line)", "").arguments)
  }

  private func usageError(_ words: [String]) throws -> UsageError {
    guard case .usageError(let error) = tree.parse(words).request else { throw NoError() }
    return error
  }

  private struct NoError: Error {}
}
