import Basics
import FoundationEssentials
import Glibc

/// A pooler in front of a PostgreSQL server, on a socket in a temporary folder.
public final class PgBouncer {
  static let program = "/usr/sbin/pgbouncer"
  public static var isInstalled: Bool { Files.isExecutable(program) }

  /// Where the pooler's socket is.
  public let folder: String
  private let process: Subprocess

  /// Starts a pooler; it ends with its last reference.
  ///
  /// - Parameters:
  ///   - mode: `session` or `transaction`.
  ///   - settings: Further lines of its configuration.
  public init(to server: PostgreSQLServer, mode: String, settings: String = "") throws {
    folder = "/tmp/koober-pgbouncer-\(UUID().uuidString)"
    mkdir(folder, 0o700)
    let file = "\(folder)/pgbouncer.ini"
    let text = """
      [databases]
      * = host=\(server.folder) user=koober
      [pgbouncer]
      listen_addr =
      unix_socket_dir = \(folder)
      auth_type = any
      pool_mode = \(mode)
      ignore_startup_parameters = extra_float_digits
      \(settings)

      """
    try Data(text.utf8).write(to: URL(filePath: file))
    // It refuses to run as root.
    if geteuid() == 0 { for path in [folder, file] { chown(path, 65534, 65534) } }
    let command = [Self.program, "-q", file]
    let words =
      geteuid() == 0
      ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + command : command
    process = try Subprocess(words[0], Array(words.dropFirst()), output: .null, error: .null)
  }

  deinit {
    process.signal(SIGKILL)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The address of one of the server's databases through the pooler, whose socket is there when it
  /// listens.
  public func url(of database: String) -> String {
    "postgresql:///\(database)?host=\(PercentCoding.encode(folder))&port=6432&user=koober"
  }

  /// Whether the pooler listens.
  public var isListening: Bool { Files.exists("\(folder)/.s.PGSQL.6432") }
}
