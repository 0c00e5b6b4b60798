import Synchronization
import Terminal
import TerminalTesting
import Testing

struct CommandTreeParsingTests {
  @Test func `Reading time grows with the length of the command line only`() throws {
    let words = (0..<300_000).flatMap { ["--flag", "key\($0)=on"] }

    let parsed = SampleProgram.tree().parse(words + ["search", "opera"])

    #expect(parsed.globals[SampleProgram.overrides].count == 300_000)
  }

  private let tree = SampleProgram.tree()

  @Test(arguments: [
    ("search opera", "search opera 20 -"),
    ("search 'opera house' --limit 3", "search opera house 3 -"),
    ("search opera --limit=3 --near=-33.86,151.21", "search opera 3 -33.86,151.21"),
    ("search --near -33.86,151.21 opera -n 5", "search opera 5 -33.86,151.21"),
    ("search -n5 -q opera", "search opera 5 -"),
    ("search -n=5 opera", "search opera 5 -"),
    ("--quiet search opera --flag a=b --flag c=d", "search opera 20 -"),
    ("search -- --limit", "search --limit 20 -"),
    ("ride request --email a@b --phone 1 -yd", "request a@b true true"),
    ("ride cancel --yes --yes", "cancel true"),
    ("ride cancel", "cancel false"),
    ("share --with a --with b hello there", "share hello there [\"a\", \"b\"]"),
    ("move -33.86,151.21", "move -33.86,151.21"),
    ("move -.5,1", "move -0.5,1.0"),
    ("search -", "search - 20 -"),
  ])
  func `A command runs with the values that were typed`(line: String, entry: String) async throws {
    let program = SampleProgram()

    try await invocation(line).run(program)

    #expect(program.log.withLock { $0 } == [entry])
  }

  @Test(arguments: ["--json search a", "search a --json", "search --output=json a"])
  func `A global option is accepted before and after the command`(line: String) throws {
    let values = try invocation(line).values

    #expect(values[SampleProgram.output] == .json)
    #expect(values[SampleProgram.overrides].isEmpty)
  }

  @Test func `A repeatable option keeps its order`() throws {
    let values = try invocation("--flag a=1 search x --flag b=2").values

    #expect(values[SampleProgram.overrides] == ["a=1", "b=2"])
  }

  @Test(arguments: [
    ("--help", []), ("-h", []), ("help", []), ("search --help", ["search"]),
    ("ride request -h", ["ride", "request"]), ("--help ride request", ["ride", "request"]),
    ("help ride request", ["ride", "request"]), ("search --limit 3 -qh", ["search"]),
  ])
  func `Every spelling of help names the same page`(line: String, path: [String]) {
    guard case .print(.help(let found)) = request(line) else {
      Issue.record("\(line) is not help")
      return
    }
    #expect(found == path)
  }

  @Test(arguments: [
    ("--version", CommandPage.version), ("search --version", .version),
    ("help exit-codes", .exitStatuses), ("man", .manualPage),
    ("completions zsh", .completionScript(.zsh)),
  ])
  func `The program prints pages about itself`(line: String, page: CommandPage) {
    guard case .print(let found) = request(line) else {
      Issue.record("\(line) is not a page")
      return
    }
    #expect(found == page)
  }

  @Test func `A program with an action of its own runs without a command`() async throws {
    let tree = SampleProgram.tree { _, program in program.record("interactive") }
    let program = SampleProgram()

    guard case .run(let invocation) = tree.parse(["--quiet"]).request else {
      Issue.record("nothing to run")
      return
    }
    try await invocation.run(program)

    #expect(invocation.path.isEmpty)
    #expect(program.log.withLock { $0 } == ["interactive"])
  }

  @Test func `Of many commands only the chosen one is made`() {
    let made = Mutex<[String]>([])
    @Sendable func limit(of command: String) -> [any Parameter] {
      made.withLock { $0.append(command) }
      return [Option<Int?>("limit", help: "How many.")]
    }
    let tree = CommandTree<SampleProgram>(
      name: "sample", version: "1", date: "2026-01-01", summary: "A sample.",
      commands: [
        Command("search", summary: "Search.", parameters: limit(of: "search")) { _, _ in },
        Command(
          "ride", summary: "Rides.",
          subcommands: [
            Command("request", summary: "Request.", parameters: limit(of: "request")) { _, _ in },
            Command("cancel", summary: "Cancel.", parameters: limit(of: "cancel")) { _, _ in },
          ]),
      ])

    _ = tree.parse(["ride", "cancel", "--limit", "3"])

    #expect(made.withLock { Set($0) } == ["cancel"])
  }

  private func request(_ line: String) -> ParsedCommandLine<SampleProgram>.Request {
    tree.parse(CommandExample("sample \(line)", "").arguments).request
  }

  private func invocation(_ line: String) throws -> Invocation<SampleProgram> {
    switch request(line) {
    case .run(let invocation): return invocation
    case .usageError(let error): throw error
    case .print, .complete: throw NothingToRun()
    }
  }

  private struct NothingToRun: Error {}
}
