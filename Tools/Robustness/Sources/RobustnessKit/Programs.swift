package import Basics
package import CloudTesting
package import Foundation
import Glibc

/// The end and the output of a program.
package struct Outcome: Sendable {
  /// The exit status; `nil` when a signal ended the program.
  package let status: Int32?
  /// The signal that ended the program.
  package let signal: Int32?
  /// Whether the program was ended because its time was over.
  package let isHung: Bool
  /// The most memory that the program held, in KiB.
  package let memory: Int
  package let output: Data
  package let error: Data

  /// Waits for the end of a program whose output is captured, and kills it after a time limit.
  package init(of process: Subprocess, within limit: Duration) {
    isHung = process.wait(within: limit) == nil
    switch process.wait() {
    case .exited(let status): (self.status, signal) = (status, nil)
    case .signaled(let signal): (status, self.signal) = (nil, signal)
    }
    memory = process.peakMemory
    output = Data(process.output)
    error = Data(process.error)
  }

  /// Runs a program to its end, for twenty seconds at most.
  package init(
    running program: String, _ arguments: [String], environment: [String: String],
    input: some Sequence<UInt8> = []
  ) throws {
    let process = try Subprocess(
      program, arguments, environment: environment, input: .bytes(Array(input)),
      output: .captured, error: .captured)
    self.init(of: process, within: .seconds(20))
  }

  /// The end in words.
  package var summary: String {
    if isHung { return "did not end in time" }
    if let signal { return "ended by signal \(signal)" }
    return "status \(status ?? 0)"
  }

  /// The text on standard error.
  package var errorText: String { String(decoding: error, as: UTF8.self) }
}

/// A server of the cloud in a process of its own, which ends with its last owner.
package final class ServerProcess: Sendable {
  package let process: Subprocess
  /// Where it listens; `nil` when it ended, or fell silent, before it did.
  package let port: UInt16?

  package init(
    _ program: String, environment: [String: String], options: [String] = [],
    rateLimits: String = "none"
  ) throws {
    process = try Subprocess(
      program,
      ["serve", "--listen", "127.0.0.1:0", "--json", "--rate-limits", rateLimits] + options,
      environment: environment, output: .captured, error: .captured)
    let deadline = ContinuousClock.now + .seconds(20)
    var port: Int?
    var hasEnded = false
    while port == nil, !hasEnded, ContinuousClock.now < deadline {
      usleep(2000)
      // The server may print its port and end between these two lines.
      hasEnded = process.hasEnded
      port = jsonObject(Data(process.output))?["port"] as? Int
    }
    self.port = port.map { UInt16($0) }
  }

  deinit {
    process.signal(SIGKILL)
    process.wait()
  }

  /// Ends the server and returns its outcome.
  @discardableResult
  package func end() -> Outcome {
    process.signal(SIGTERM)
    return Outcome(of: process, within: .seconds(20))
  }
}

extension PostgreSQLServer {
  package static func started() throws -> PostgreSQLServer {
    guard let programs else { throw ToolError("PostgreSQL is missing. Run Tools/install --tests.") }
    return try PostgreSQLServer(programs: programs)
  }
}

/// Sends one HTTP request to a server of this machine, with the caller's token when there is one;
/// `nil` without an answer. Of a stream the first event is the body.
package func send(
  _ method: String, _ target: String, token: String = "", body: String = "", port: UInt16
) -> (status: Int, body: Data)? {
  guard let connection = try? RawConnection(port: port) else { return nil }
  var lines = [
    "\(method) \(target) HTTP/1.1", "Host: 127.0.0.1", "Connection: close",
    "Content-Length: \(body.utf8.count)",
  ]
  if !token.isEmpty { lines += ["Authorization: Bearer \(token)", "If-Match: *"] }
  connection.send("\(lines.joined(separator: "\r\n"))\r\n\r\n\(body)")
  guard let head = connection.text(through: "\r\n\r\n"),
    case let words = head.prefix(12).split(separator: " "), words.count == 2,
    let status = Int(words[1])
  else { return nil }
  guard head.lowercased().contains("content-type: text/event-stream") else {
    return (status, Data(connection.rest()))
  }
  // A stream does not end by itself; its first event tells all that there is.
  _ = connection.text(through: "\ndata: ")
  return (status, Data((connection.text(through: "\n\n") ?? "").utf8))
}

package func jsonObject(_ text: Data) -> [String: Any]? {
  try? JSONSerialization.jsonObject(with: text) as? [String: Any]
}

extension TemporaryFolder {
  /// Replaces a folder inside this one by a copy of another, or by an empty one.
  @discardableResult
  package func makeFolder(_ name: String, from source: String? = nil) throws -> String {
    let target = path(of: name)
    try? FileManager.default.removeItem(atPath: target)
    if let source {
      try FileManager.default.copyItem(atPath: source, toPath: target)
    } else {
      try FileManager.default.createDirectory(
        atPath: target, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    return target
  }
}

/// Returns the quote of the first kind of ride in a document of options.
package func firstQuote(of options: [String: Any]?) -> String? {
  let first = (options?["options"] as? [[String: Any]])?.first
  return (first?["quote"] as? [String: Any])?["id"] as? String
}
