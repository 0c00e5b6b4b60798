import Foundation
import Glibc

/// A server of the cloud in a process of its own.
package final class ServerProcess: Sendable {
  package let process: ProgramRun
  /// Where it listens; `nil` when it ended, or fell silent, before it did.
  package let port: UInt16?

  /// Starts a server on a free port.
  package init(
    _ program: String, environment: [String: String], folder: String, options: [String] = [],
    rateLimits: String = "none", seconds: Double = 20
  ) throws {
    process = try ProgramRun(
      program,
      ["serve", "--listen", "127.0.0.1:0", "--json", "--rate-limits", rateLimits] + options,
      environment: environment, folder: folder)
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
      if let document = try? JSONSerialization.jsonObject(with: process.contents("output")),
        let port = (document as? [String: Any])?["port"] as? Int
      {
        self.port = UInt16(port)
        return
      }
      if process.hasEnded { break }
      usleep(2000)
    }
    port = nil
  }

  /// Asks the server to end and returns how it ended.
  package func end(within seconds: Double = 20) -> Outcome {
    kill(process.identifier, SIGTERM)
    return process.outcome(within: seconds)
  }
}
