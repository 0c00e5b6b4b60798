import Basics
import Foundation
import Glibc
import Synchronization

/// A PostgreSQL server on a socket in a folder of its own.
package final class DatabaseServer: Sendable {
  private let programs: String
  private let folder: String
  private let process: Subprocess
  private let input = Pipe()
  private let count = Mutex(0)

  // Closing the script's input, also by the end of this process, stops the server.
  private static let script = """
    "$1/initdb" -D "$2/data" -U koober -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$2/log" 2>&1 &&
    "$1/pg_ctl" -D "$2/data" -w -l "$2/log" -o "-c listen_addresses= -c max_connections=200 \
      -c fsync=off -k $2" start >>"$2/log" 2>&1 && echo ready
    cat
    "$1/pg_ctl" -D "$2/data" -m immediate stop >>"$2/log" 2>&1
    rm -rf "$2"
    """

  package init() throws {
    let root = "/usr/lib/postgresql"
    let versions = try FileManager.default.contentsOfDirectory(atPath: root).sorted()
    programs = "\(root)/\(versions.last ?? "")/bin"
    // Another user has to reach it, and the path of a socket is short.
    var template = Array("/tmp/koober-trial.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    // PostgreSQL refuses to run as root.
    let isRoot = geteuid() == 0
    if isRoot { chown(folder, 65534, 65534) }
    let shell = ["/bin/sh", "-c", Self.script, "sh", programs, folder]
    let words =
      isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + shell : shell
    let output = Pipe()
    process = try Subprocess(
      words[0], Array(words.dropFirst()),
      input: .descriptor(input.fileHandleForReading.fileDescriptor),
      output: .descriptor(output.fileHandleForWriting.fileDescriptor), error: .null)
    try output.fileHandleForWriting.close()
    guard try output.fileHandleForReading.read(upToCount: 6) != nil else {
      let log = try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)
      throw TrialOptions.Failure(message: "PostgreSQL does not start: \(log ?? folder)")
    }
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.wait()
  }

  /// Makes a database, empty or as a copy of another, and returns its name.
  package func makeDatabase(from template: String = "template0", streams: String) throws -> String {
    let name = count.withLock { count in
      count += 1
      return "trial_\(count)"
    }
    try execute("CREATE DATABASE \(name) TEMPLATE \(template)", streams: streams)
    return name
  }

  package func drop(_ name: String, streams: String) {
    try? execute("DROP DATABASE \(name) WITH (FORCE)", streams: streams)
  }

  /// The address of a database.
  package func url(of name: String) -> String {
    "postgresql:///\(name)?host=\(folder.replacing("/", with: "%2F"))&user=koober"
  }

  private func execute(_ sql: String, streams: String) throws {
    let outcome = try TrialProcess.run(
      "\(programs)/psql", ["--no-psqlrc", "--quiet", "--command", sql, url(of: "postgres")],
      environment: [:], folder: streams)
    guard outcome.status == 0 else { throw TrialOptions.Failure(message: outcome.errorText) }
  }
}
