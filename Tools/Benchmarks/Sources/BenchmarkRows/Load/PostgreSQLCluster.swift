import Basics
import BenchmarkKit
import Glibc

/// A PostgreSQL server of the benchmarks' own, which keeps what it commits, as one in service does.
final class PostgreSQLCluster: Sendable {
  private let programs: String
  private let folder: TemporaryFolder
  private let keeper: Subprocess

  /// PostgreSQL refuses to run as root.
  private static let withoutRights =
    geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
  private static let script = """
    folder=$2
    "$1/initdb" -D "$folder/data" -U koober -A trust -E UTF8 --locale=C.UTF-8 >"$folder/log" 2>&1 &&
    "$1/pg_ctl" -D "$folder/data" -w -l "$folder/log" -o "-c listen_addresses= -k $folder \\
      -c max_connections=700 -c shared_buffers=256MB" start >>"$folder/log" 2>&1 &&
    "$1/createdb" -h "$folder" -U koober koober && "$1/createdb" -h "$folder" -U koober floor &&
    "$1/pgbench" -h "$folder" -U koober -i -s 10 -q floor >>"$folder/log" 2>&1 && echo ready
    cat
    "$1/pg_ctl" -D "$folder/data" -m immediate stop >>"$folder/log" 2>&1
    """

  init() throws {
    let found = try Subprocess.run("sh", ["-c", "ls -d /usr/lib/postgresql/*/bin | tail -1"])
    programs = String(found.outputText.prefix { $0 != "\n" })
    guard !programs.isEmpty else {
      throw Skipped("PostgreSQL is missing. Run Tools/install --tests.")
    }
    // The path of a socket is short.
    folder = try TemporaryFolder(in: "/tmp")
    if geteuid() == 0 { chown(folder.path, 65534, 65534) }
    let words = Self.withoutRights + ["sh", "-c", Self.script, "sh", programs, folder.path]
    keeper = try Subprocess(words[0], Array(words.dropFirst()), input: .pipe, output: .pipe)
    var ready = [UInt8](repeating: 0, count: 16)
    guard keeper.outputPipe.map({ read($0, &ready, ready.count) > 0 }) == true else {
      throw Skipped(
        "PostgreSQL did not start: \((try? Files.text(of: folder.path(of: "log"))) ?? "")")
    }
  }

  deinit {
    keeper.inputPipe.map { _ = close($0) }
    keeper.wait()
  }

  var url: String { "postgresql:///koober?host=\(PercentCoding.encode(folder.path))&user=koober" }

  /// Returns how many transactions per second `pgbench` reaches.
  ///
  /// - Parameter mix: `-S -M prepared` reads a row by its key, `-N` updates one and adds one.
  func transactionsPerSecond(_ mix: [String], connections: Int, seconds: Int) throws -> Double {
    let outcome = try Subprocess.run(
      "\(programs)/pgbench",
      mix + [
        "-n", "-c", "\(connections)", "-j", "\(min(connections, 2))", "-T", "\(seconds)",
        "-h", folder.path, "-U", "koober", "floor",
      ])
    let line = outcome.outputText.split(separator: "\n").first { $0.hasPrefix("tps = ") }
    guard let number = line?.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) }) else {
      throw Skipped("pgbench measured nothing: \(outcome.errorText)")
    }
    return number
  }
}
