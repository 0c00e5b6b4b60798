import Glibc

/// A program with its arguments, found through `PATH`.
public struct Command: Sendable {
  private let arguments: [String]

  /// Creates a command from the name of the program and its arguments.
  public init(_ arguments: [String]) {
    self.arguments = arguments
  }

  /// Runs the program to its end.
  ///
  /// - Returns: Its exit status (128 and more when a signal ended it), and what it wrote to its
  ///   output and to its error output, in that order of lines.
  public func run() throws -> (status: Int32, output: String) {
    let folder = try TemporaryFolder()
    let outputPath = "\(folder.path)/output"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT, S_IRUSR | S_IWUSR)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)

    var process = pid_t()
    var pointers = arguments.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    let code = posix_spawnp(&process, arguments[0], &actions, nil, pointers, environ)
    guard code == 0 else {
      throw EvidenceError("'\(arguments[0])' cannot be run (error \(code)). Is it in PATH?")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else {
        throw EvidenceError("'\(arguments[0])' was lost (error \(errno)). Run it again.")
      }
    }
    let exitStatus = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
    return (exitStatus, try Files.text(of: outputPath))
  }
}
