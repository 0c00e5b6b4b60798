import BasicsTesting
import CoreTesting
import Foundation

/// The `koober` program that was built with the tests, run as a process of its own.
struct KooberProcess {
  /// What a process left.
  struct Outcome: Sendable {
    let status: Int32
    let output: String
    let error: String
  }

  private let home: TemporaryFolder

  init(home: TemporaryFolder) {
    self.home = home
  }

  /// Runs the program to its end; its streams are files, so that no pipe can fill up.
  ///
  /// - Parameters:
  ///   - largestFile: The size in KiB at which the disk is full for each file that it writes.
  ///   - launch: The beginning of the shell's command that runs the program with its arguments.
  ///   - whileRunning: Gets the number of the process once it runs.
  func run(
    _ arguments: [String], input: String = "", largestFile: Int? = nil, launch: String = "exec",
    whileRunning: (_ process: Int32) throws -> Void = { _ in }
  ) async throws -> Outcome {
    let files = try TemporaryFolder()
    try Data(input.utf8).write(to: URL(filePath: "\(files.path)/input"))
    let limit = largestFile.map { "ulimit -f \($0)" } ?? ""
    let script = """
      exec <'\(files.path)/input' >'\(files.path)/output' 2>'\(files.path)/error'
      \(limit)
      \(launch) "$0" "$@"
      """
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", script, Self.executable.path] + arguments
    process.environment = ["KOOBER_HOME": home.path, "PATH": "/usr/bin:/bin"]
    let (ended, end) = AsyncStream.makeStream(of: Never.self)
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    try whileRunning(process.processIdentifier)
    for await _ in ended {}
    return Outcome(
      status: process.terminationStatus,
      output: try String(contentsOfFile: "\(files.path)/output", encoding: .utf8),
      error: try String(contentsOfFile: "\(files.path)/error", encoding: .utf8))
  }

  /// The program stands beside the tests.
  static var executable: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "koober")
  }
}

extension KooberProcess {
  /// Opens an account for Ada and stays signed in.
  func signUp() async throws -> Outcome {
    try await run(
      [
        "sign-up", "--name", "Ada", "--email", "ada@example.org", "--phone", "0491570156",
        "--password-stdin", "--json",
      ], input: "correct horse")
  }

  /// Requests a ride.
  func requestRide(_ options: [String] = [], largestFile: Int? = nil) async throws -> Outcome {
    try await run(
      ["ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes", "--json"]
        + options, largestFile: largestFile)
  }
}
