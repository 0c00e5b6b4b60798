import Basics
import Console
import Core
import CoreTesting
import FoundationEssentials
import Terminal
import TerminalTesting
import Testing

@testable import koober_cloud

/// What operators look for first.
struct CommandLineTests {
  private let machine: CloudMachine

  init() throws {
    machine = try CloudMachine()
  }

  private struct Ignored: Decodable {
    init(from decoder: any Decoder) {}
  }

  private struct ErrorDocument: Decodable {
    struct Detail: Decodable {
      let code: String
      let message: String
      let hint: String
    }

    let error: Detail
  }

  @Test func `The declarations have no problem`() {
    #expect(CommandTree.kooberCloud.declarationProblems == [])
  }

  @Test func `Every example of the help is understood`() {
    for (path, command) in CommandTree.kooberCloud.allCommands {
      #expect(!command.examples.isEmpty, "\(path)")
      for example in command.examples {
        // What a shell redirects is no argument.
        let line = example.commandLine.prefix { $0 != "<" && $0 != ">" }
        let request = CommandTree.kooberCloud.parse(
          CommandExample(String(line), "").arguments
        ).request
        if case .usageError(let error) = request {
          Issue.record("\(example.commandLine): \(error)")
        }
      }
    }
  }

  @Test func `--help, -h and help print the same text`() async {
    for (path, _) in CommandTree.kooberCloud.allCommands {
      let long = await machine.run(path + ["--help"])

      #expect(long.status == 0)
      #expect(long.output.contains("koober-cloud"))
      #expect(await machine.run(path + ["-h"]).output == long.output)
      #expect(await machine.run(["help"] + path).output == long.output)
    }
  }

  @Test func `With --json the output of every command is exactly one object`() async throws {
    let places = "\(machine.home.path)/places.csv"
    try Data("name,latitude,longitude\nWharf,1,2\n".utf8).write(to: URL(filePath: places))
    let commands = [
      ["migrate"], ["doctor", "--listen", "127.0.0.1:0"], ["openapi"],
      ["places", "import", places], ["admin-tokens", "create", "ada"],
      ["admin-tokens", "list"], ["admin-tokens", "revoke", "ada"],
      ["audit", "--since", "7d"], ["serve", "--listen", "127.0.0.1:0"], ["help"],
      ["help", "exit-codes"], ["--version"],
      ["serve", "--help"], ["completions", "bash"], ["man"],
    ]
    for command in commands {
      let outcome = await machine.run(command + ["--json"])

      #expect(outcome.status == 0, "\(command): \(outcome.error)")
      #expect(outcome.error == "", "\(command)")
      #expect(throws: Never.self, "\(command): \(outcome.output)") {
        try JSONCoding.decode([String: Ignored].self, from: Data(outcome.output.utf8))
      }
    }
  }

  @Test(arguments: [
    (["serv"], 64, "usage"), (["serve", "--listen", "8080"], 64, "usage"),
    (["serve", "--listen", "::1:80"], 64, "usage"),
    (["serve", "--tls-key", "k.pem"], 64, "missingOption"),
    (["serve", "--tls-certificate", "/no/file", "--tls-key", "/no/file"], 66, "noSuchFile"),
    (["migrate", "--database", "mysql://x"], 64, "badDatabase"),
    (["migrate", "--database", "sqlite:"], 64, "badDatabase"),
    (["migrate", "--database", "sqlite:/dev/null/cloud.sqlite"], 66, "noSuchFile"),
    (["migrate", "--database", "postgresql:///x?host=/no/such/folder"], 69, "databaseUnavailable"),
    (["places", "import", "/no/such/file"], 66, "noSuchFile"),
    (["admin-tokens", "revoke", "nobody"], 66, "noSuchToken"),
    (["serve", "--listen", "256.0.0.1:0", "--insecure-http"], 78, "cannotListen"),
  ])
  func `A failure is one document on the standard error and nothing on the output`(
    command: [String], status: Int32, code: String
  ) async throws {
    let outcome = await machine.run(command + ["--json"])

    #expect(outcome.status == status)
    #expect(outcome.output == "")
    let document = try JSONCoding.decode(ErrorDocument.self, from: Data(outcome.error.utf8))
    #expect(document.error.code == code)
    #expect(!document.error.message.isEmpty)
    #expect(!document.error.hint.isEmpty)
  }

  @Test(arguments: [
    ("90s", 90), ("30m", 1800), ("24h", 86_400), ("7d", 604_800),
  ])
  func `A time span has a unit`(text: String, seconds: Double) throws {
    #expect(try AuditPeriod(argument: text).seconds == seconds)
  }

  @Test(arguments: ["", "d", "7", "7w", "0d", "-1d", "1.5h", "100000001s", "99999999999999999999d"])
  func `What is no time span is refused`(text: String) {
    #expect(throws: InvalidValueError.self) { try AuditPeriod(argument: text) }
  }

  @Test func `The audit log is shown newest first, and limited`() async {
    for action in ["create", "revoke"] { _ = await machine.run(["admin-tokens", action, "ada"]) }

    let all = await machine.run(["audit"]).output.split(separator: "\n")
    let one = await machine.run(["audit", "--since", "1h", "--limit", "1"]).output

    let actions = all.map { $0.split(separator: "\t")[1] }
    #expect(actions == ["adminTokenRevocation", "adminTokenCreation"])
    #expect(all.first?.split(separator: "\t")[2] == "token ada")
    #expect(one == "\(all[0])\n")
  }

  @Test(arguments: [
    (["serv"], "serve"), (["admin-tokens", "lst"], "list"),
    (["serve", "--lisen", "x"], "--listen"),
  ])
  func `A mistyped word gets a suggestion`(command: [String], suggestion: String) async {
    let outcome = await machine.run(command)

    #expect(outcome.status == 64)
    #expect(outcome.error.contains("Did you mean '\(suggestion)'"))
  }

  @Test func `The table of exit statuses is the one that all programs share`() async {
    let outcome = await machine.run(["help", "exit-codes"])

    let codes = outcome.output.split(separator: "\n").compactMap {
      Int32($0.split(separator: " ")[0])
    }
    #expect(codes == ExitStatus.table.map(\.code))
  }

  @Test func `A flags file that is bad from the start is an error`() async throws {
    let flags = "\(machine.home.path)/flags.json"
    try Data("{".utf8).write(to: URL(filePath: flags))

    let outcome = await machine.run(["serve", "--listen", "127.0.0.1:0", "--flags", flags])

    #expect(outcome.status == 65)
    #expect(outcome.error.contains(flags))
  }
}
