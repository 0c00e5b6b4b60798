import FoundationEssentials
import Glibc
import Synchronization

@testable import CloudPostgreSQL

/// A PostgreSQL server of the tests' own, on a socket in a temporary folder.
///
/// A shell waits beside it for the end of the tests, however they end, and then stops the server
/// and removes the folder.
final class PostgreSQLServer: Sendable {
  /// Where PostgreSQL's programs are; `nil` where it is not installed.
  static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }
      .map { "\(root)/\($0)/bin" }
      .first { access("\($0)/initdb", X_OK) == 0 }
  }()

  /// The one server of a test run; `nil` where PostgreSQL is not installed.
  static let shared = programs.map { Result { [programs = $0] in try PostgreSQLServer(programs) } }

  /// Where the server's socket is.
  let folder: String
  private let databaseCount = Mutex(0)
  // Nothing is written there: the shell at the other end notices when it closes.
  private let lifeline: Int32

  /// A server that could not be started, and where its log is.
  struct Failure: Error {
    let log: String
  }

  private static let script = """
    "$1/initdb" -D "$2/data" -U koober -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$2/log" 2>&1 &&
    "$1/pg_ctl" -D "$2/data" -w -l "$2/log" -o "-c listen_addresses= -c max_connections=200 \
      -c fsync=off -k $2" start >>"$2/log" 2>&1 && echo ready
    cat
    "$1/pg_ctl" -D "$2/data" -m immediate stop >>"$2/log" 2>&1
    rm -rf "$2"
    """

  private init(_ programs: String) throws {
    folder = "/tmp/koober-postgresql-\(UUID().uuidString)"
    mkdir(folder, 0o700)
    let shell = ["sh", "-c", Self.script, "sh", programs, folder]
    // PostgreSQL refuses to run as root.
    let isRoot = geteuid() == 0
    if isRoot { chown(folder, 65534, 65534) }
    let words =
      isRoot
      ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + shell : shell
    let pipes = try Self.spawn(words)
    lifeline = pipes.input
    var answer = [UInt8](repeating: 0, count: 16)
    let count = read(pipes.output, &answer, answer.count)
    close(pipes.output)
    guard count > 0 else {
      let log = try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)
      throw Failure(log: log ?? "\(folder)/log")
    }
  }

  /// The address of one of the server's databases.
  func url(of database: String) -> String {
    "host=\(folder) user=koober dbname=\(database)"
  }

  /// Makes an empty database, lends its address, and drops it.
  func withDatabase(_ body: (String) throws -> Void) throws {
    let number = databaseCount.withLock { count in
      count += 1
      return count
    }
    let administrator = try PostgreSQLConnection(url: url(of: "postgres"))
    try administrator.execute("CREATE DATABASE test_\(number) TEMPLATE template0")
    defer { try? administrator.execute("DROP DATABASE test_\(number) WITH (FORCE)") }
    try body(url(of: "test_\(number)"))
  }

  private static func spawn(_ words: [String]) throws -> (input: Int32, output: Int32) {
    var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&input) == 0, pipe(&output) == 0 else { throw Failure(log: "no pipe") }
    for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
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
