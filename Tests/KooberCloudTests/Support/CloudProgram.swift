import Basics
import BasicsTesting
import CoreTesting
import Foundation

/// The `koober-cloud` program that was built with the tests, run as a process of its own.
struct CloudProgram {
  /// What a process left.
  struct Outcome: Sendable {
    let status: Int32
    let output: String
    let error: String
  }

  let home: TemporaryFolder
  var environment: [String: String] = [:]

  init() throws {
    home = try TemporaryFolder()
  }

  /// Runs a command to its end.
  func run(_ arguments: String...) async throws -> Outcome {
    try await run(Self.executable, arguments)
  }

  /// Runs any program to its end.
  func run(
    _ executable: String, _ arguments: [String], input: String = ""
  ) async throws -> Outcome {
    let process = try Subprocess(
      executable, arguments, environment: variables, input: .bytes(Array(input.utf8)),
      output: .captured, error: .captured)
    let status = await process.end()
    return Outcome(
      status: status.code, output: String(decoding: process.output, as: UTF8.self),
      error: String(decoding: process.error, as: UTF8.self))
  }

  /// Sends requests over TLS with OpenSSL, and returns what comes until the server closes.
  func requestOverTLS(
    _ requests: String, port: UInt16, _ options: [String]
  ) async throws -> Outcome {
    try await run(
      "/usr/bin/openssl",
      [
        "s_client", "-connect", "127.0.0.1:\(port)", "-verify_return_error", "-quiet", "-ign_eof",
      ] + options, input: requests)
  }

  /// Starts a server on a free port; it has printed its address when this returns.
  func serve(_ options: String..., readsLog: Bool = true) async throws -> ServerProcess {
    try await ServerProcess(
      Self.executable, ["serve", "--listen", "127.0.0.1:0", "--json"] + options,
      environment: variables, readsLog: readsLog)
  }

  private var variables: [String: String] {
    ["KOOBER_HOME": home.path, "PATH": "/usr/bin:/bin"].merging(environment) { _, new in new }
  }

  /// The program stands beside the tests.
  static var executable: String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "koober-cloud").path
  }
}
