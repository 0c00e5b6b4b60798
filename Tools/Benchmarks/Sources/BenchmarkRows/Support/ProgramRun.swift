import BenchmarkKit
import FoundationEssentials
import Glibc

/// A program with its arguments, run again and again.
struct ProgramRun: Sendable {
  let arguments: [String]
  /// The file that is its standard input.
  var input = "/dev/null"
  /// The file that its standard output goes to.
  var output = "/dev/null"
  var environment: [String: String] = [:]

  /// Names a program by the variable that holds its path.
  ///
  /// - Throws: ``Skipped`` when the variable is not set.
  static func path(in variable: String) throws(Skipped) -> String {
    guard let path = ProcessInfo.processInfo.environment[variable] else {
      throw Skipped("\(variable) names no program. Run Tools/bench, which builds it.")
    }
    return path
  }

  /// Runs the program to its end.
  ///
  /// - Throws: ``Skipped`` when there is no such program.
  func run() throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, S_IRUSR | S_IWUSR)
    var process = pid_t()
    let code = withCStrings(arguments) { argumentPointers in
      withCStrings(environment.map { "\($0)=\($1)" }) { variables in
        posix_spawnp(&process, arguments[0], &actions, nil, argumentPointers, variables)
      }
    }
    if code == ENOENT { throw Skipped("'\(arguments[0])' is missing. Install it.") }
    guard code == 0 else { throw Failure("\(arguments) could not be started: error \(code).") }
    try wait(for: process)
  }

  private func wait(for process: pid_t) throws {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw Failure("\(arguments) was lost: error \(errno).") }
    }
    guard status == 0 else { throw Failure("\(arguments) ended with the status \(status).") }
  }
}

/// Lends texts as the null-terminated list that the system wants.
private func withCStrings<Result>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = texts.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
