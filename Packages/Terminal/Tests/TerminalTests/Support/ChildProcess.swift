import Glibc
import Testing

/// Another program, started by a test.
struct ChildProcess {
  struct StartFailure: Error { let code: Int32 }

  let identifier: pid_t

  /// The folder of what was built, the tests and the preview program.
  static let folder: String = {
    let tests = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
    return tests.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
  }()

  static let preview = folder + "/terminal-preview"

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - terminal: The path of a terminal for all three streams, which the program controls.
  ///   - streams: Otherwise, the descriptors of the three streams.
  init(
    _ arguments: [String], environment: [String], terminal: String? = nil, streams: [Int32] = []
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let terminal {
      posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    for (target, source) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A session of its own, so that the terminal it opens becomes its controlling terminal; and
    // the default actions, which the test process has changed.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGPIPE, SIGINT, SIGTSTP, SIGHUP] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    let newSession: Int16 = 0x80
    posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGDEF))
    identifier = try Self.spawn(arguments, environment, &actions, &attributes)
  }

  private static func spawn(
    _ arguments: [String], _ environment: [String],
    _ actions: inout posix_spawn_file_actions_t, _ attributes: inout posix_spawnattr_t
  ) throws -> pid_t {
    let words = (arguments.map { strdup($0) }) + [nil]
    let variables = (environment.map { strdup($0) }) + [nil]
    defer { (words + variables).forEach { free($0) } }
    var identifier: pid_t = 0
    let code = posix_spawnp(&identifier, arguments[0], &actions, &attributes, words, variables)
    guard code == 0 else { throw StartFailure(code: code) }
    return identifier
  }

  /// Waits for the end and returns the exit status, or 128 plus the signal that ended it.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

/// Runs scripts without a terminal.
enum Script {
  struct Result: Equatable {
    var status: Int32
    var output: String
    var error: String
  }

  /// Runs a script in a shell; `$preview` is the preview program.
  static func run(
    _ script: String, shell: [String] = ["bash", "-c"], environment: [String] = []
  ) throws -> Result {
    let variables = [
      "PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C.UTF-8",
      "preview=\(ChildProcess.preview)",
    ]
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let output = try Capture()
    let error = try Capture()
    let child = try ChildProcess(
      shell + [script], environment: variables + environment,
      streams: [null, output.descriptor, error.descriptor])
    close(null)
    let status = child.wait()
    return Result(status: status, output: output.text, error: error.text)
  }

  /// An unnamed file that a child writes to.
  private struct Capture {
    let descriptor: Int32

    init() throws {
      var path = Array("/tmp/terminal-tests-XXXXXX".utf8CString)
      descriptor = mkstemp(&path)
      guard descriptor >= 0 else { throw ChildProcess.StartFailure(code: errno) }
      unlink(path)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// What was written; reading it closes the file.
    var text: String {
      var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
      let count = pread(descriptor, &bytes, bytes.count, 0)
      close(descriptor)
      return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }
}
