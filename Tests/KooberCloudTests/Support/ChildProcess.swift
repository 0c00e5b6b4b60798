import Dispatch
import Glibc
import Synchronization

/// A process that a test has started; a thread of its own waits for its end.
final class ChildProcess: Sendable {
  /// A process that could not be started.
  struct Failure: Error {
    let errorNumber: Int32
  }

  private struct State {
    var status: Int32?
    var waiting: [CheckedContinuation<Int32, Never>] = []
  }

  private let identifier: pid_t
  private let state = Mutex(State())

  /// Starts a program with these descriptors as its standard streams, with one as its descriptor 3
  /// if there is one, and with no others.
  init(
    _ program: String, _ arguments: [String], environment: [String: String],
    streams: (input: Int32, output: Int32, error: Int32), inherited: Int32? = nil
  ) throws(Failure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, streams.input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, streams.output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, streams.error, STDERR_FILENO)
    if let inherited { posix_spawn_file_actions_adddup2(&actions, inherited, 3) }
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var identifier = pid_t()
    let code = posix_spawn(&identifier, program, &actions, nil, words, variables)
    guard code == 0 else { throw Failure(errorNumber: code) }
    self.identifier = identifier
    DispatchQueue(label: "child").async { [self] in end() }
  }

  /// The process's number.
  var number: Int32 { identifier }

  /// Sends a signal, unless the process has ended.
  func signal(_ number: Int32) {
    state.withLock { state in
      if state.status == nil { kill(identifier, number) }
    }
  }

  /// Waits for the end and returns the exit status, or the signal's number.
  func status() async -> Int32 {
    await withCheckedContinuation { continuation in
      let status = state.withLock { state in
        if state.status == nil { state.waiting.append(continuation) }
        return state.status
      }
      if let status { continuation.resume(returning: status) }
    }
  }

  private func end() {
    var info = siginfo_t()
    // The number is not free before the status is known, so no signal goes to another process.
    while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    let waiting = state.withLock { state in
      var raw: Int32 = 0
      while waitpid(identifier, &raw, 0) < 0, errno == EINTR {}
      state.status = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : raw & 0x7F
      defer { state.waiting = [] }
      return state.waiting
    }
    let status = state.withLock { $0.status } ?? 0
    for continuation in waiting { continuation.resume(returning: status) }
  }
}
