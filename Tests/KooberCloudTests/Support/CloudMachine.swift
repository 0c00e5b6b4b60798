import BasicsTesting
import Cloud
import CloudServer
import Core
import CoreTesting
import Terminal
import TerminalTesting

@testable import koober_cloud

/// A machine with an empty `KOOBER_HOME`, on which a test runs the real program in this process.
struct CloudMachine {
  /// What a run left.
  struct Outcome {
    let status: Int32
    let output: String
    let error: String
  }

  let home: TemporaryFolder
  var environment: [String: String] = [:]

  init() throws {
    home = try TemporaryFolder()
  }

  /// Runs the program with these arguments on a new terminal.
  func run(_ arguments: [String]) async -> Outcome {
    let terminal = ScriptedTerminal(.pipe)
    let environment = ["KOOBER_HOME": home.path].merging(environment) { _, new in new }
    let dependency = AppDependency(
      environment: environment, wallClock: ManualWallClock(), randomBytes: SeededRandomBytes(),
      passwordHashing: .cheapest, log: SilentLog(), signals: { ToldSignals() },
      makeTerminal: { _ in terminal })
    let status = await Program(dependency: dependency).run(arguments)
    return Outcome(status: status, output: terminal.flushedOutput, error: terminal.error)
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

private struct SilentLog: ServerLog {
  func write(_ entry: ServerLogEntry) {}
}
