import Basics
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

/// The examples of the README work, line by line and in their order, for one person on an empty home.
@Suite(.timeLimit(.minutes(10)))
struct ReadmeTests {
  /// A line that is typed, and what the page shows below it.
  private struct Example {
    let line: String
    var output: [String] = []
  }

  @Test func `Each example of the first page works and prints what it shows`() async throws {
    let examples = try Self.examples(of: "Run it")
    #expect(examples.count >= 10)
    try await run(examples, on: TestMachine())
  }

  @Test func `Each example of flags and experiments works and prints what it shows`() async throws {
    let machine = try TestMachine()
    await machine.signUp("Ada")
    let examples = try Self.examples(of: "Compare two implementations")
    #expect(examples.count >= 4)
    try await run(examples, on: machine)
  }

  @Test func `The example of a cloud on the network signs in to it`() async throws {
    try await TestCloud.network.withMachine { machine in
      await machine.signUp("Ada")
      let examples = try Self.examples(of: "Serve many riders").filter {
        $0.line.contains(" --cloud ")
      }
      #expect(examples.count == 1)
      let served = try #require(machine.cloud)
      try await run(
        examples.map {
          Example(line: $0.line.replacing("http://127.0.0.1:8080", with: served))
        }, on: machine, password: "correct horse")
    }
  }

  private func run(
    _ examples: [Example], on machine: TestMachine, password: String = "a long password"
  ) async throws {
    for example in examples {
      if example.line.hasSuffix("ride status --watch") {
        #expect(try await Self.watch(on: machine) == 0)
        continue
      }
      var (words, input) = Self.words(example.line)
      if let name = words.firstIndex(of: "--chart") {
        words[name + 1] = machine.home.path(of: words[name + 1])
      }
      if words.last == "-" {
        // The standard input of the tests is not the program's.
        let file = machine.home.path(of: "input")
        try PrivateFile(path: file).write(Array(input.utf8))
        words[words.count - 1] = file
      }
      let outcome = await machine.run(
        words, capabilities: .terminal(),
        answers: [.line(password), .line(password)])

      #expect(outcome.status == 0, "\(example.line): \(outcome.error)")
      let written = Self.comparable(
        outcome.prompts.map(\.text) + outcome.output.split(separator: "\n").map(String.init))
      for line in Self.comparable(example.output) where !line.isEmpty {
        #expect(written.contains(line), "\(example.line): \(outcome.output)")
      }
    }
  }

  /// Watches the ride to its end.
  private static func watch(on machine: TestMachine) async throws -> Int32 {
    let run = machine.play("ride", "status", "--watch", on: ScriptedTerminal())
    try await machine.clock.waitForSleepers()
    machine.clock.advance(by: .seconds(7200))
    return try await run.value
  }

  /// The examples in a section that start `Tools/run` with a command.
  private static func examples(of section: String) throws -> [Example] {
    let path = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    let text = try Files.text(of: path.joined(separator: "/") + "/README.md")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let own = lines.drop { $0 != "## \(section)" }.dropFirst().prefix { !$0.hasPrefix("## ") }
    var examples: [Example] = []
    for line in own where line.hasPrefix("    ") {
      let line = String(line.dropFirst(4))
      if line.hasPrefix("$ ") {
        examples.append(Example(line: String(line.dropFirst(2))))
      } else if !examples.isEmpty, line != "…" {
        examples[examples.count - 1].output.append(line)
      }
    }
    return examples.filter { $0.line.contains("Tools/run ") }
  }

  /// The words behind the program's name, and what is passed to its standard input.
  private static func words(_ line: String) -> (words: [String], input: String) {
    let parts = line.split(separator: " | ", maxSplits: 1)
    let input = parts.count > 1 ? quoted(String(parts[0])).last ?? "" : ""
    let command = quoted(String(parts.last ?? "").replacing("Tools/run ", with: ""))
    return (command, input.replacing("\\n", with: "\n"))
  }

  /// The words of a line in which single quotation marks hold some together.
  private static func quoted(_ line: String) -> [String] {
    line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
      index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }

  /// Lines without the numbers of minutes, which change as the cars move, and without repeated spaces.
  private static func comparable(_ lines: [String]) -> [String] {
    lines.map { line in
      line.split(separator: " ").joined(separator: " ").replacing(/[0-9]+ min/, with: "N min")
    }
  }
}
