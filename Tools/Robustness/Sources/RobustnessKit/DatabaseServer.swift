import Basics
import Foundation
import Glibc
import Synchronization

/// A PostgreSQL server on a socket in a folder of its own.
package final class DatabaseServer: Sendable {
  private let programs: String
  private let folder: TemporaryFolder
  private let process: Subprocess
  private let count = Mutex(0)

  // A line, or the end of this process, stops the server.
  private static let script = """
    "$1/initdb" -D "$2/data" -U koober -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$2/log" 2>&1 &&
    "$1/pg_ctl" -D "$2/data" -w -l "$2/log" -o "-c listen_addresses= -c max_connections=200 \
      -c fsync=off -k $2" start >>"$2/log" 2>&1 && echo ready
    read -r line
    "$1/pg_ctl" -D "$2/data" -m immediate stop >>"$2/log" 2>&1
    rm -rf "$2"
    """

  package init() throws {
    let root = "/usr/lib/postgresql"
    let versions = try FileManager.default.contentsOfDirectory(atPath: root).sorted()
    programs = "\(root)/\(versions.last ?? "")/bin"
    // Another user has to reach it, and the path of a socket is short.
    folder = try TemporaryFolder(in: "/tmp")
    var words = ["/bin/sh", "-c", Self.script, "sh", programs, folder.path]
    // PostgreSQL refuses to run as root.
    if geteuid() == 0 {
      chown(folder.path, 65534, 65534)
      words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + words
    }
    process = try Subprocess(
      words[0], Array(words.dropFirst()), input: .pipe, output: .pipe, error: .null)
    var ready = [UInt8](repeating: 0, count: 16)
    guard process.outputPipe.map({ read($0, &ready, ready.count) > 0 }) == true else {
      let log = try? Files.text(of: folder.path(of: "log"))
      throw ToolOptions.Failure(message: "PostgreSQL does not start: \(log ?? folder.path)")
    }
  }

  deinit {
    process.inputPipe.map { _ = write($0, "\n", 1) }
    process.wait()
  }

  /// Makes a database, empty or as a copy of another, and returns its name.
  package func makeDatabase(from template: String = "template0", streams: String) throws -> String {
    let name = count.withLock { count in
      count += 1
      return "run_\(count)"
    }
    try execute("CREATE DATABASE \(name) TEMPLATE \(template)", streams: streams)
    return name
  }

  package func drop(_ name: String, streams: String) {
    try? execute("DROP DATABASE \(name) WITH (FORCE)", streams: streams)
  }

  /// The address of a database.
  package func url(of name: String) -> String {
    "postgresql:///\(name)?host=\(PercentCoding.encode(folder.path))&user=koober"
  }

  private func execute(_ sql: String, streams: String) throws {
    let outcome = try ProgramRun.run(
      "\(programs)/psql", ["--no-psqlrc", "--quiet", "--command", sql, url(of: "postgres")],
      environment: [:], folder: streams)
    guard outcome.status == 0 else { throw ToolOptions.Failure(message: outcome.errorText) }
  }
}
