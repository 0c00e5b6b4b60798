import Basics
import BenchmarkKit

extension Rows {
  /// How long programs take to start, do little, and end.
  static let start = [
    start("koober --version", ["--version"], target: "≤ 1.5 × an empty program"),
    start("koober status", ["status"], target: "≤ 4 × an empty program"),
    start("koober profile", ["profile"], target: "≤ 2 × an empty program"),
  ]

  private static func start(_ name: String, _ arguments: [String], target: String) -> Benchmark {
    Benchmark.pairedRuns(
      name, target: target, prepare: { _ in try StartFixture() }, prepareRun: { _ in },
      floor: { fixture, _ in try fixture.runEmptyProgram() },
      work: { fixture, _ in try fixture.runKoober(arguments) })
  }
}

/// A machine on which a rider is signed in.
private final class StartFixture: Sendable {
  private let home: TemporaryFolder
  private let koober: String
  private let empty: ProgramRun

  init() throws {
    home = try TemporaryFolder()
    koober = try ProgramRun.path(in: "KOOBER_PROGRAM")
    empty = ProgramRun(arguments: [try ProgramRun.path(in: "EMPTY_PROGRAM")])
    let password = try home.write("correct horse\n".utf8, to: "password")
    try ProgramRun(
      arguments: [
        koober, "sign-up", "--name", "Ada Lovelace", "--email", "ada@example.org", "--phone",
        "0491570156", "--password-stdin",
      ], input: password, environment: ["KOOBER_HOME": home.path]
    ).run()
  }

  func runEmptyProgram() throws { try empty.run() }

  func runKoober(_ arguments: [String]) throws {
    try ProgramRun(arguments: [koober] + arguments, environment: ["KOOBER_HOME": home.path]).run()
  }
}
