import Basics
import Console
import Core
import FoundationEssentials
import Terminal
import TerminalTesting
import Testing

@testable import koober

/// What users of a command line look for first.
struct CommandLineTests {
  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
  }

  @Test func `The declarations have no problem`() {
    let tree = CommandTree.koober(dependency: machine.dependency(ScriptedTerminal()))

    #expect(tree.declarationProblems == [])
  }

  /// Commands whose success needs no more than a session and a ride.
  static let jsonCommands: [[String]] = [
    ["profile"], ["status"], ["location", "show"], ["location", "set", "-33.85,151.21"],
    ["location", "clear"], ["places", "search", "opera"],
    ["ride", "options", "--to", "Opera House"], ["ride", "status"], ["ride", "history"],
    ["ride", "cancel", "--yes"], ["friends", "list"], ["friends", "add", "grace@example.org"],
    ["friends", "remove", "grace@example.org"], ["inbox"], ["inbox", "--mark-read"],
    ["open", "koober://inbox"], ["sign-out"], ["help"], ["help", "exit-codes"], ["--version"],
    ["ride", "request", "--help"],
  ]

  @Test func `With --json the output of every command is exactly one object`() async throws {
    await machine.signUp("Grace")
    await machine.signUp("Ada")
    _ = await machine.run(
      "ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes")

    for command in Self.jsonCommands {
      let outcome = await machine.run(command + ["--json"])

      #expect(outcome.status == 0, "\(command): \(outcome.error)")
      #expect(outcome.error == "", "\(command)")
      #expect(throws: Never.self, "\(command): \(outcome.output)") {
        try JSONCoding.decode([String: Ignored].self, from: Data(outcome.output.utf8))
      }
    }
  }

  private struct Ignored: Decodable {
    init(from decoder: any Decoder) {}
  }

  @Test(arguments: [
    (["profile"], 77, "notSignedIn"), (["ride", "history"], 77, "notSignedIn"),
    (["ride", "statos"], 64, "usage"), (["location", "set", "91,0"], 64, "usage"),
    (["open", "koober://nothing"], 64, "unknownLink"), (["open", "http://x"], 64, "unknownLink"),
    (["places", "import", "/no/such/file"], 66, "noSuchFile"),
    (["sign-in", "--email", "a@b.c"], 64, "missingOption"),
    (["places", "search", "x", "--limit", "0"], 64, "usage"),
  ])
  func `A failure is one document on the standard error and nothing on the output`(
    command: [String], status: Int, code: String
  ) async throws {
    let outcome = await machine.run(command + ["--json"])

    #expect(outcome.status == status)
    #expect(outcome.output == "")
    let document = try JSONCoding.decode(ErrorDocument.self, from: Data(outcome.error.utf8))
    #expect(document.error.code == code)
    #expect(!document.error.message.isEmpty)
    #expect(!document.error.hint.isEmpty)
    #expect(await machine.run(command).status == outcome.status)
  }

  @Test(arguments: [
    (["rode"], "ride"), (["ride", "cancle"], "cancel"), (["ride", "status", "--wach"], "--watch"),
    (["friends", "lst"], "list"), (["ride", "options", "--too", "x"], "--to"),
    (["--jsn", "profile"], "--json"), (["login"], "sign-in"), (["logout"], "sign-out"),
    (["version"], "--version"), (["-V"], "--version"), (["ride", "opts"], "options"),
  ])
  func `A mistyped word at any depth gets a suggestion`(
    command: [String], suggestion: String
  ) async {
    let outcome = await machine.run(command)

    #expect(outcome.status == 64)
    #expect(outcome.error.contains("Did you mean '\(suggestion)'"))
  }

  @Test func `--help, -h and help print the same text`() async {
    let tree = CommandTree.koober(dependency: machine.dependency(ScriptedTerminal()))
    for (path, _) in tree.allCommands {
      let long = await machine.run(path + ["--help"])
      let short = await machine.run(path + ["-h"])
      let help = await machine.run(["help"] + path)

      #expect(long.status == 0)
      #expect(long.output == short.output)
      #expect(long.output == help.output)
      #expect(long.output.contains("koober"))
    }
  }

  @Test func `The word help below a command is its help`() async {
    for path in [["ride"], ["ride", "options"]] {
      let outcome = await machine.run([path[0], "help"] + path.dropFirst())

      #expect(outcome.status == 0)
      #expect(outcome.output == (await machine.run(["help"] + path).output))
    }
  }

  @Test(arguments: [
    (["places", "search", "x", "--limit", "0"], "must be between 1 and 100."),
    (["profile", "--timeout", "0"], "must be between 0.001 and 86400."),
    (["profile", "--json", "--output", "text"], "'--output' or '--json' can be given once only."),
    (["ride", "options", "--to", "Opera", "House"], "A value with blanks needs quotes."),
    (["location", "set", "1e400,1"], "The latitude is off the globe; use a number from -90.0"),
    (["location", "set", "1,nan"], "The longitude is off the globe; use a number from -180.0"),
  ])
  func `A wrong command line is explained without the words of a programming language`(
    command: [String], message: String
  ) async {
    let outcome = await machine.run(command)

    #expect(outcome.status == 64)
    #expect(outcome.error.contains(message) || outcome.error.contains(#"\""# + message))
  }

  @Test func `Text that is not UTF-8 is refused, and where it stands is named`() async {
    await machine.signUp("Ada")
    for (command, place) in [
      (["account", "edit", "--name", "A\u{FFFD}"], "--name"),
      (["places", "search", "\u{FFFD}"], "QUERY"), (["profile", "--cloud", "\u{FFFD}"], "--cloud"),
    ] {
      let outcome = await machine.run(command)

      #expect(outcome.status == 64)
      #expect(outcome.error.contains("'\(place)'") && outcome.error.contains("UTF-8"))
    }
    #expect(await machine.run("profile").output.contains("Ada"))
  }

  @Test(arguments: ["KOOBER_FLAGS", "KOOBER_HOME", "XDG_DATA_HOME"])
  func `A variable that is not UTF-8 is refused by name`(variable: String) async {
    var machine = machine
    machine.environment["XDG_STATE_HOME"] = machine.home.path
    machine.environment["KOOBER_HOME"] = machine.home.path
    machine.environment[variable] = "\(machine.home.path)/\u{FFFD}"

    let outcome = await machine.run("profile")

    #expect(outcome.status == 78)
    #expect(outcome.error.contains(variable) && outcome.error.contains("UTF-8"))
  }

  @Test func `Help, the manual and the doctor are plain ASCII where the locale is`() async {
    let tree = CommandTree.koober(dependency: machine.dependency(ScriptedTerminal()))
    let pages = tree.allCommands.map { ["help"] + $0.path } + [["man"], ["doctor"], ["status"]]
    for page in pages {
      let outcome = await machine.run(page, capabilities: .terminal(isUnicode: false))

      #expect(outcome.status == 0)
      #expect((outcome.output + outcome.error).utf8.allSatisfy { $0 < 0x80 }, "\(page)")
    }
  }

  @Test func `The help of an import says what a wrong line leaves`() async {
    let help = await machine.run("help", "places", "import").output

    #expect(!help.contains("nothing"))
    #expect(
      help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .contains("may have been imported; correct the line and import the file again"))
  }

  @Test func `Every example of the help is understood`() {
    let tree = CommandTree.koober(dependency: machine.dependency(ScriptedTerminal()))
    for (path, command) in tree.allCommands {
      #expect(!command.examples.isEmpty, "\(path)")
      for example in command.examples {
        // What a shell redirects is no argument.
        let line = example.commandLine.prefix { $0 != "<" && $0 != ">" }
        let request = tree.parse(CommandExample(String(line), "").arguments).request
        if case .usageError(let error) = request {
          Issue.record("\(example.commandLine): \(error)")
        }
      }
    }
  }

  @Test func `Help and the manual print the one table of exit statuses`() async {
    let help = await machine.run("help", "exit-codes").output
    let manual = await machine.run("man").output

    let rows = help.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(rows == ExitStatus.table.map { "\($0.code)  \($0.meaning)" })
    for status in ExitStatus.table {
      #expect(manual.contains("\\fB\(status.code)\\fR\n"), "\(status.code)")
    }
  }

  @Test func `Help and the manual name the environment variables and the files`() async {
    let help = await machine.run("help").output
    let manual = await machine.run("man").output

    for name in [
      "KOOBER_CLOUD", "KOOBER_CLOUD_CA", "KOOBER_INSECURE_HTTP", "KOOBER_FLAGS",
      "KOOBER_HOME", "KOOBER_ACCESSIBLE", "NO_COLOR", "CLICOLOR_FORCE", "TERM",
      "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
    ] {
      #expect(help.contains("\n  \(name) "), "\(name)")
      #expect(manual.contains("\\fB\(name)\\fR\n"), "\(name)")
    }
    #expect(manual.contains(".SH \"FILES\""))
    #expect(manual.contains("cloud.json"))
  }

  @Test func `A closed pipe is no error`() async {
    let terminal = ScriptedTerminal()
    terminal.failWriting(with: .closedPipe)

    let status = await Program(dependency: machine.dependency(terminal)).run([
      "places", "search", "a",
    ])

    #expect(status == 0)
  }

  @Test func `A full disk behind the output is reported with its status`() async {
    let terminal = ScriptedTerminal()
    terminal.failWriting(with: .failed(.output, code: 28))

    let status = await Program(dependency: machine.dependency(terminal)).run(["--version"])

    #expect(status == 74)
  }

  @Test func `Nothing but text goes to a pipe`() async {
    await machine.signUp("Ada")
    for command in [["profile"], ["places", "search", "o"], ["ride", "history"], ["status"]] {
      let outcome = await machine.run(command)

      #expect(!outcome.output.contains("\u{1B}"))
      #expect(outcome.output.unicodeScalars.allSatisfy { !(0x2500...0x259F ~= $0.value) })
    }
  }

  @Test func `A table is aligned on a terminal and tab separated in a pipe`() async throws {
    let narrow = await machine.run(
      "places", "search", "o", capabilities: .terminal(TerminalSize(columns: 30, rows: 24)))
    let piped = await machine.run("places", "search", "o")

    let lines = narrow.output.split(separator: "\n")
    #expect(lines.allSatisfy { String($0).displayWidth <= 30 })
    #expect(piped.output.split(separator: "\n").allSatisfy { $0.split(separator: "\t").count >= 3 })
  }

  @Test func `The words of other people cannot steer the terminal`() async throws {
    await machine.signUp("Grace")
    await machine.signUp("Ada")
    await machine.befriend("Ada", "Grace")
    _ = await machine.run(
      "share", "post", "hello \u{1B}[31mred\u{7} \u{202E}evil", "--with", "grace@example.org")
    await machine.signIn("Grace")

    let inbox = await machine.run("inbox", capabilities: .terminal())

    #expect(inbox.output.contains("hello"))
    #expect(!inbox.output.contains("\u{1B}[31m"))
    #expect(!inbox.output.contains("\u{7}"))
    #expect(!inbox.output.contains("\u{202E}"))
  }

  @Test func `Without arguments and without a terminal there is a short help and status 64`() async
  {
    let outcome = await machine.run()

    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("koober help"))
  }
}
