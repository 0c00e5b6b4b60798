import Basics
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

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - largestFile: The size in KiB at which the disk is full for each file that it writes.
  ///   - launch: The beginning of the shell's command that runs the program with its arguments.
  ///   - whileRunning: Gets the process once it runs.
  func run(
    _ arguments: [String], input: String = "", largestFile: Int? = nil, launch: String = "exec",
    whileRunning: (Subprocess) throws -> Void = { _ in }
  ) async throws -> Outcome {
    let limit = largestFile.map { "ulimit -f \($0)" } ?? ""
    let process = try Subprocess(
      "/bin/bash", ["-c", "\(limit)\n\(launch) \"$0\" \"$@\"", Self.executable.path] + arguments,
      environment: ["KOOBER_HOME": home.path, "PATH": "/usr/bin:/bin"],
      input: .bytes(Array(input.utf8)), output: .captured, error: .captured)
    try whileRunning(process)
    let status = await process.end()
    return Outcome(
      status: status.code, output: String(decoding: process.output, as: UTF8.self),
      error: String(decoding: process.error, as: UTF8.self))
  }

  /// The program stands beside the tests.
  static var executable: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "koober")
  }
}

extension KooberProcess {
  /// Opens an account for Ada and stays signed in.
  func signUp(on launch: String = "exec") async throws -> Outcome {
    try await run(
      [
        "sign-up", "--name", "Ada", "--email", "ada@example.org", "--phone", "0491570156",
        "--password-stdin", "--json",
      ], input: "correct horse", launch: launch)
  }

  /// Requests a ride.
  func requestRide(_ options: [String] = [], largestFile: Int? = nil) async throws -> Outcome {
    try await run(
      ["ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes", "--json"]
        + options, largestFile: largestFile)
  }
}
