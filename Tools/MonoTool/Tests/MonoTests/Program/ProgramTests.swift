import Basics
import Terminal
import TerminalTesting
import Testing

@testable import mono

/// The command line as a person or a script meets it.
struct ProgramTests {
  private let repository: SampleRepository

  init() throws { repository = try SampleRepository() }

  @Test func `The command tree is well made`() {
    #expect(CommandTree<CommandContext>.mono.declarationProblems == [])
  }

  @Test func `Every example is a command line that is understood`() {
    let tree = CommandTree<CommandContext>.mono
    for (path, command) in tree.allCommands {
      for example in command.examples {
        if case .usageError(let error) = tree.parse(example.arguments).request {
          Issue.record("\(path): \(error.message)")
        }
      }
    }
  }

  @Test(
    arguments: [
      (["check"], 0), (["graph"], 0), (["graph", "--targets"], 0),
      (["graph", "--containers"], 0), (["graph", "--format", "dot"], 0),
      (["help", "check"], 0), (["--version"], 0),
      (["affected"], 1), (["test", "--affected"], 1), (["affected", "--base", "HEAD"], 1),
      (["graph", "--focus", "Nothing"], 64), (["test", "Nothing"], 64),
      (["build", "Nothing"], 64),
      (["affected", "--base", "no-such-ref"], 64), (["new", "feature", "low"], 64),
      (["new", "feature", "Tip", "--dry-run"], 64),
      (["chekc"], 64), ([], 64),
      (["check", "--root", "/no/such/folder"], 64), (["check", "--root", "/bin"], 64),
    ] as [([String], Int32)])
  func `A command ends with its status, with text and with JSON`(
    arguments: [String], status: Int32
  ) async throws {
    for more in [[], ["--json"]] where !(arguments.contains("--format") && !more.isEmpty) {
      let (ended, terminal) = await repository.run(arguments + more)

      #expect(ended == status, "\(terminal.output)\(terminal.error)")
      if status == 0 {
        #expect(!terminal.output.isEmpty)
        if !more.isEmpty { _ = try JSON.parse(Array(terminal.output.utf8)) }
      } else {
        #expect(terminal.output.isEmpty)
        #expect(!terminal.error.isEmpty)
        guard !more.isEmpty else { continue }
        let document = try JSON.parse(Array(terminal.error.utf8))["error"]
        #expect(document?["code"] == (status == 1 ? "base" : "usage"))
        #expect(document?["message"]?.text?.isEmpty == false)
        #expect(document?["hint"]?.text?.isEmpty == false)
      }
    }
  }

  @Test func `Findings end with 1 and are all said`() async throws {
    try repository.write("import High\n", to: "Packages/Low/Sources/Low/Wrong.swift")

    let (status, terminal) = await repository.run(["check"])

    #expect(status == 1)
    #expect(terminal.output.contains("Packages/Low/Sources/Low/Wrong.swift:1: error:"))
    #expect(terminal.output.hasSuffix("findings.\n"))
  }
}
