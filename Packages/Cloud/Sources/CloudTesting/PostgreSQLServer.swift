import Basics
import CPostgreSQL
import FoundationEssentials
import Glibc
import Synchronization

/// A PostgreSQL server for tests and measuring tools, on a socket in a temporary folder.
///
/// A shell waits beside it for the end of the program, however it ends, and then stops the server
/// and removes the folder.
public final class PostgreSQLServer: Sendable {
  /// Where PostgreSQL's programs are; `nil` where it is not installed.
  public static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }
      .map { "\(root)/\($0)/bin" }
      .first { access("\($0)/initdb", X_OK) == 0 }
  }()

  /// The one server of a test run; `nil` where PostgreSQL is not installed.
  public static let shared = programs.map {
    Result { [programs = $0] in try PostgreSQLServer(programs: programs) }
  }

  /// Where the server's socket is.
  public let folder: String
  private let programs: String
  private let settings: String
  private let databaseCount = Mutex(0)
  // Nothing is written to it: the shell notices when its standard input closes.
  private let keeper: Subprocess

  /// A server could not be started or queried.
  public struct Failure: Error {
    public let log: String

    /// Describes a failure.
    public init(log: String) {
      self.log = log
    }
  }

  private static let start = """
    "$1/pg_ctl" -D "$2/data" -w -l "$2/log" -o "-c listen_addresses= $3 -k $2" \
      start >>"$2/log" 2>&1
    """
  private static let script = """
    "$1/initdb" -D "$2/data" -U koober -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$2/log" 2>&1 &&
    \(start) && echo ready
    cat
    "$1/pg_ctl" -D "$2/data" -m immediate stop >>"$2/log" 2>&1
    rm -rf "$2"
    """

  /// Starts a server; it ends with its last owner.
  ///
  /// - Parameters:
  ///   - programs: Where PostgreSQL's programs are.
  ///   - settings: Options of the server; by default it does not wait for the disk.
  public init(
    programs: String, settings: String = "-c max_connections=200 -c fsync=off"
  ) throws {
    self.programs = programs
    self.settings = settings
    folder = "/tmp/koober-postgresql-\(UUID().uuidString)"
    mkdir(folder, 0o700)
    // PostgreSQL refuses to run as root.
    if geteuid() == 0 { chown(folder, 65534, 65534) }
    keeper = try Self.spawn(Self.script, programs, folder, settings)
    guard keeper.readsLine() else {
      let log = try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)
      throw Failure(log: log ?? "\(folder)/log")
    }
  }

  /// The address of one of the server's databases.
  public func url(of database: String) -> String {
    "postgresql:///\(database)?host=\(PercentCoding.encode(folder))&user=koober"
  }

  /// Makes an empty database, lends its address, and drops it.
  public func withDatabase(_ body: (String) throws -> Void) throws {
    let name = try makeDatabase()
    defer { drop(name) }
    try body(url(of: name))
  }

  /// Makes an empty database, lends its address, and drops it.
  public func withDatabase(_ body: (String) async throws -> Void) async throws {
    let name = try makeDatabase()
    defer { drop(name) }
    try await body(url(of: name))
  }

  /// Ends all of the server's processes at once, as the loss of its machine would, and starts it
  /// again.
  public func crash() throws {
    let file = try String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
    guard let process = file.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
      throw Failure(log: "\(folder)/data/postmaster.pid names no process")
    }
    // The children notice the end of their parent and end at once; the new server waits for that.
    kill(process, SIGKILL)
    let script = "while ! { \(Self.start); }; do sleep 0.05; done; echo ready"
    let starter = try Self.spawn(script, programs, folder, settings)
    guard starter.readsLine() else { throw Failure(log: "\(folder)/log") }
  }

  /// Makes a database, empty or as a copy of another, and returns its name.
  public func makeDatabase(from template: String = "template0") throws -> String {
    let number = databaseCount.withLock { count in
      count += 1
      return count
    }
    try execute("CREATE DATABASE test_\(number) TEMPLATE \(template)")
    return "test_\(number)"
  }

  /// Drops a database; one that cannot be dropped is deleted with the server.
  public func drop(_ name: String) {
    try? execute("DROP DATABASE \(name) WITH (FORCE)")
  }

  private func execute(_ sql: String) throws {
    let connection = PQconnectdb(url(of: "postgres"))
    defer { PQfinish(connection) }
    let result = PQexec(connection, sql)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COMMAND_OK else {
      throw Failure(log: String(cString: PQerrorMessage(connection)))
    }
  }

  /// Starts a shell; its standard input closes with the last reference to it.
  private static func spawn(_ script: String, _ arguments: String...) throws -> Subprocess {
    let shell = ["sh", "-c", script, "sh"] + arguments
    let words =
      geteuid() == 0
      ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + shell : shell
    return try Subprocess(words[0], Array(words.dropFirst()), input: .pipe, output: .pipe)
  }
}

extension Subprocess {
  /// Waits for a line; `false` when the program ends without one.
  fileprivate func readsLine() -> Bool {
    var answer = [UInt8](repeating: 0, count: 16)
    return outputPipe.map { read($0, &answer, answer.count) > 0 } ?? false
  }
}
