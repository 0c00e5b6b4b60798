import Basics
import BasicsTesting
import Core
import CoreTesting
import Experiments
import FoundationEssentials
import Terminal
import TerminalTesting
import Testing

@testable import Cloud
@testable import CloudStore
@testable import koober

/// A machine with an empty `KOOBER_HOME`, on which a test runs the real program in this process.
struct TestMachine {
  let home: TemporaryFolder
  let clock = ManualWallClock()
  /// Measures the time between two renewals of what a screen shows.
  let screenClock = ManualClock()
  /// The address of the cloud that the program uses; its own without it.
  var cloud: String?
  /// Further environment variables.
  var environment: [String: String] = [:]
  private let randomBytes = SeededRandomBytes()

  init() throws {
    home = try TemporaryFolder()
  }

  /// What a run left.
  struct Outcome {
    let status: Int32
    let output: String
    let error: String
    let prompts: [ScriptedTerminal.Prompt]

    /// The one document on the standard output.
    func document<Document: Decodable>(_ type: Document.Type) throws -> Document {
      try JSONCoding.decode(type, from: Data(output.utf8))
    }
  }

  /// Runs the program with these arguments on a new terminal.
  func run(
    _ arguments: String..., capabilities: TerminalCapabilities = .pipe,
    answers: [ScriptedTerminal.Answer] = [], input: String = ""
  ) async -> Outcome {
    await run(arguments, capabilities: capabilities, answers: answers, input: input)
  }

  /// Runs the program with these arguments on a new terminal.
  func run(
    _ arguments: [String], capabilities: TerminalCapabilities = .pipe,
    answers: [ScriptedTerminal.Answer] = [], input: String = ""
  ) async -> Outcome {
    let terminal = ScriptedTerminal(capabilities, answers: answers, input: input)
    let program = Program(dependency: dependency(terminal))
    var status: Int32 = -1
    do {
      status = try await bounded(
        "the end of 'koober \(arguments.joined(separator: " "))'",
        rounds: WaitBound.roundsForPrograms
      ) { await program.run(arguments) }
    } catch {
      Issue.record(error)
    }
    return Outcome(
      status: status, output: terminal.output, error: terminal.error, prompts: terminal.prompts)
  }

  /// Runs the program on a terminal that the test plays meanwhile.
  func play(_ arguments: String..., on terminal: ScriptedTerminal) -> Task<Int32, any Error> {
    let program = Program(dependency: dependency(terminal))
    return Task { await program.run(arguments) }
  }

  /// The outside world of one run.
  func dependency(_ terminal: ScriptedTerminal) -> AppDependency {
    var environment = self.environment
    if environment["XDG_STATE_HOME"] == nil { environment["KOOBER_HOME"] = home.path }
    environment["KOOBER_CLOUD"] = cloud
    return AppDependency(
      environment: environment, wallClock: clock, screenClock: screenClock,
      randomBytes: randomBytes,
      passwordHashing: .cheapest, makeTerminal: { _ in terminal })
  }

  /// Another device with the same embedded cloud, and with a session of its own.
  func device(_ name: String) -> TestMachine {
    var device = self
    device.environment["XDG_DATA_HOME"] = "\(home.path)/shared"
    for kind in ["CONFIG", "STATE", "CACHE"] {
      device.environment["XDG_\(kind)_HOME"] = "\(home.path)/\(name)"
    }
    return device
  }

  /// Opens an account for a rider and stays signed in.
  @discardableResult
  func signUp(_ name: String) async -> Outcome {
    await run(
      "sign-up", "--name", name, "--email", "\(name.lowercased())@example.org", "--phone",
      "0491570156", "--password-stdin", "--json", input: "correct horse")
  }

  /// Signs a rider in who has an account.
  @discardableResult
  func signIn(_ name: String) async -> Outcome {
    await run(
      "sign-in", "--email", "\(name.lowercased())@example.org", "--password-stdin",
      input: "correct horse")
  }

  /// Makes two riders with accounts friends; the first one is signed in afterwards.
  func befriend(_ name: String, _ other: String) async {
    await signIn(other)
    _ = await run("friends", "add", "\(name.lowercased())@example.org")
    await signIn(name)
    _ = await run("friends", "accept", "\(other.lowercased())@example.org")
  }

  /// What the embedded cloud has counted for a flag of its file of definitions.
  func counts(of flag: String) throws -> [VariantCounts] {
    let definitions = FlagFile(path: home.path(of: "data/cloud/flags.json"), report: { _ in })
    let store = SQLStore.sqlite(.file(path: home.path(of: "data/cloud/cloud.sqlite")))
    let report = try ExperimentReporter(store: store).report(
      on: flag, in: definitions.definitions)
    return try report?.get().counts ?? []
  }

  /// Gives the cloud a definition of one of koober's flags with two variants.
  func define(_ flag: String, targeting: String) throws {
    let definitions = """
      {"flags": {"\(flag)": {"state": "ENABLED", "defaultVariant": "match",
        "variants": {"match": "match", "nearness": "nearness"}, "targeting": \(targeting)}}}
      """
    try PrivateFile(path: "\(home.path)/data/cloud/flags.json")
      .write(Array(definitions.utf8))
  }
}
