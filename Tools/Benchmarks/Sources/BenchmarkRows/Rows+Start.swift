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
      floor: { fixture, _ in try fixture.empty.run() },
      work: { fixture, _ in try fixture.runKoober(arguments) })
  }
}

/// A machine on which a rider is signed in.
private final class StartFixture: Sendable {
  let empty: ProgramRun
  private let home: TemporaryFolder
  private let koober: String

  init() throws {
    home = try TemporaryFolder()
    koober = try ProgramRun.path(in: "KOOBER_PROGRAM")
    empty = ProgramRun(arguments: [try ProgramRun.path(in: "EMPTY_PROGRAM")])
    let password = try home.write("correct horse\n".utf8, to: "password")
    try runKoober(
      [
        "sign-up", "--name", "Ada Lovelace", "--email", "ada@example.org", "--phone", "0491570156",
        "--password-stdin",
      ], input: password)
  }

  func runKoober(_ arguments: [String], input: String = "/dev/null") throws {
    try ProgramRun(
      arguments: [koober] + arguments, input: input, environment: ["KOOBER_HOME": home.path]
    ).run()
  }
}
