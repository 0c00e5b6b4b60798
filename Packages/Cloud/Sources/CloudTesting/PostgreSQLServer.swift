import CPostgreSQL
import FoundationEssentials
import Glibc
import Synchronization

/// A PostgreSQL server of the tests' own, on a socket in a temporary folder.
///
/// A shell waits beside it for the end of the tests, however they end, and then stops the server
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
  private let databaseCount = Mutex(0)
  // Nothing is written there: the shell at the other end notices when it closes.
  private let lifeline: Int32

  /// A server that could not be started or asked, and why.
  public struct Failure: Error {
    public let log: String

    /// Describes a failure.
    public init(log: String) {
      self.log = log
    }
  }

  private static let start = """
    "$1/pg_ctl" -D "$2/data" -w -l "$2/log" -o "-c listen_addresses= -c max_connections=200 \
      -c fsync=off -k $2" start >>"$2/log" 2>&1
    """
  private static let script = """
    "$1/initdb" -D "$2/data" -U koober -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$2/log" 2>&1 &&
    \(start) && echo ready
    cat
    "$1/pg_ctl" -D "$2/data" -m immediate stop >>"$2/log" 2>&1
    rm -rf "$2"
    """

  /// Starts a server for one test; it ends with its last owner.
  public init(programs: String) throws {
    self.programs = programs
    folder = "/tmp/koober-postgresql-\(UUID().uuidString)"
    mkdir(folder, 0o700)
    // PostgreSQL refuses to run as root.
    if geteuid() == 0 { chown(folder, 65534, 65534) }
    let pipes = try Self.spawn(["sh", "-c", Self.script, "sh", programs, folder])
    lifeline = pipes.input
    guard Self.readsLine(pipes.output) else {
      let log = try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)
      throw Failure(log: log ?? "\(folder)/log")
    }
  }

  deinit {
    close(lifeline)
  }

  /// The address of one of the server's databases.
  public func url(of database: String) -> String {
    let host = folder.replacing("/", with: "%2F")
    return "postgresql:///\(database)?host=\(host)&user=koober"
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
    let pipes = try Self.spawn(["sh", "-c", script, "sh", programs, folder])
    defer { close(pipes.input) }
    guard Self.readsLine(pipes.output) else { throw Failure(log: "\(folder)/log") }
  }

  private func makeDatabase() throws -> String {
    let number = databaseCount.withLock { count in
      count += 1
      return count
    }
    try execute("CREATE DATABASE test_\(number) TEMPLATE template0")
    return "test_\(number)"
  }

  /// A database that cannot be dropped goes with the server.
  private func drop(_ name: String) {
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

  private static func readsLine(_ output: Int32) -> Bool {
    var answer = [UInt8](repeating: 0, count: 16)
    defer { close(output) }
    return read(output, &answer, answer.count) > 0
  }

  private static func spawn(_ shell: [String]) throws -> (input: Int32, output: Int32) {
    let words =
      geteuid() == 0
      ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + shell : shell
    var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&input) == 0, pipe(&output) == 0 else { throw Failure(log: "no pipe") }
    for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
    // The server outlives other processes that the tests start at the same time. Whoever waits for
    // the end of their pipes would wait for the server too if it kept what it inherits of them.
    for descriptor in STDERR_FILENO + 1..<min(4096, getdtablesize()) {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var identifier = pid_t()
    guard posix_spawnp(&identifier, words[0], &actions, nil, &arguments, environ) == 0 else {
      throw Failure(log: "\(words[0]) cannot be started")
    }
    close(input[0])
    close(output[1])
    return (input[1], output[0])
  }
}
