import Glibc

/// A `cloud-probe` that runs beside the test.
final class ProbeProcess {
  private let identifier: pid_t
  private let output: UnsafeMutablePointer<FILE>

  /// Where the build puts the program: beside the bundle of the tests.
  private static let program =
    CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
    .joined(separator: "/") + "/cloud-probe"

  /// A system call that failed.
  struct Failure: Error {
    let call: String
    let errorNumber: Int32
  }

  /// Starts a probe.
  init(_ arguments: String...) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0, let output = fdopen(ends[0], "r") else {
      throw Failure(call: "pipe", errorNumber: errno)
    }
    self.output = output
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    var words = ([Self.program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier = pid_t()
    let code = posix_spawn(&identifier, Self.program, &actions, nil, &words, environ)
    guard code == 0 else { throw Failure(call: Self.program, errorNumber: code) }
    self.identifier = identifier
  }

  deinit {
    fclose(output)
  }

  /// Waits for the next line and returns it; `nil` after the last one that was written whole.
  func nextLine() -> String? {
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    guard getline(&line, &capacity, output) > 0, let line else { return nil }
    let text = String(cString: line)
    return text.hasSuffix("\n") ? String(text.dropLast()) : nil
  }

  /// Ends the process as a power cut would.
  func kill() {
    _ = Glibc.kill(identifier, SIGKILL)
  }

  /// Waits for the end and returns the lines that were not read yet.
  func wait() -> [String] {
    var lines: [String] = []
    while let line = nextLine() { lines.append(line) }
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return lines
  }
}
