import BasicsTesting
import Basics
import Cloud
import CloudServer
import Core
import CoreTesting
import Synchronization
import Terminal
import TerminalTesting
import Testing

@testable import koober_cloud

/// A machine with an empty `KOOBER_HOME`, on which a test runs the real program in this process.
struct CloudMachine {
  /// What a run left.
  struct Outcome {
    let status: Int32
    let output: String
    let error: String
    /// The messages of a server's log.
    let log: [String]
  }

  let home: TemporaryFolder
  let clock = ManualWallClock()
  var environment: [String: String] = [:]

  init() throws {
    home = try TemporaryFolder()
  }

  /// Runs the program with these arguments on a new terminal.
  func run(_ arguments: [String], input: String = "") async -> Outcome {
    let terminal = ScriptedTerminal(.pipe, input: input)
    let environment = ["KOOBER_HOME": home.path].merging(environment) { _, new in new }
    let log = RecordingLog()
    let dependency = AppDependency(
      environment: environment, wallClock: clock, randomBytes: SeededRandomBytes(),
      passwordHashing: .cheapest, log: log, signals: { ToldSignals() },
      makeTerminal: { _ in terminal })
    let program = Program(dependency: dependency)
    var status: Int32 = -1
    do {
      status = try await bounded(
        "the end of 'koober-cloud \(arguments.joined(separator: " "))'",
        rounds: WaitBound.roundsForPrograms
      ) { await program.run(arguments) }
    } catch {
      Issue.record(error)
    }
    return Outcome(
      status: status, output: terminal.flushedOutput, error: terminal.error, log: log.messages)
  }
}

/// A stop that comes as soon as the signals are watched.
private struct ToldSignals: ServerSignals {
  let stream = AsyncStream<ServerSignal> { continuation in
    continuation.yield(.reload)
    continuation.yield(.stop)
  }

  func close() {}
}

/// Keeps the messages of a log.
private final class RecordingLog: ServerLog {
  private let entries = Mutex<[String]>([])

  var messages: [String] { entries.withLock { $0 } }

  func write(_ entry: ServerLogEntry) { entries.withLock { $0.append(entry.message) } }
}
