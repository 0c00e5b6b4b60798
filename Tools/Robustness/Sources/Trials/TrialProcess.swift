package import Foundation
import Glibc

/// A program under test in a process of its own; its streams are files in a folder of the trial.
package final class TrialProcess: Sendable {
  /// A process that could not be started.
  package struct Failure: Error {
    package let program: String
    package let errorNumber: Int32
  }

  package let identifier: pid_t
  private let folder: String
  /// Closed by the system when the process ends.
  private let end: Int32

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - folder: Where the streams are kept, as the files `input`, `output` and `error`.
  ///   - input: Its standard input.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String], folder: String,
    input: Data = Data()
  ) throws {
    self.folder = folder
    try input.write(to: URL(filePath: "\(folder)/input"))
    var ends: [Int32] = [-1, -1]
    guard
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw Failure(program: program, errorNumber: errno) }
    end = ends[0]
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "\(folder)/input", O_RDONLY, 0)
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 1, "\(folder)/output", writing, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "\(folder)/error", writing, 0o600)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 250)
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var started = pid_t()
    let code = posix_spawn(&started, program, &actions, nil, words, variables)
    identifier = started
    guard code == 0 else {
      close(ends[0])
      throw Failure(program: program, errorNumber: code)
    }
  }

  deinit { close(end) }

  /// Waits for the end, and ends the process after so many seconds.
  package func outcome(within seconds: Double) -> Outcome {
    var watched = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    let isHung = poll(&watched, 1, Int32(seconds * 1000)) == 0
    if isHung { kill(identifier, SIGKILL) }
    var raw: Int32 = 0
    var usage = rusage()
    while wait4(identifier, &raw, 0, &usage) < 0, errno == EINTR {}
    let signal = raw & 0x7F
    return Outcome(
      status: signal == 0 ? (raw >> 8) & 0xFF : nil, signal: signal == 0 ? nil : signal,
      isHung: isHung, memory: usage.ru_maxrss,
      output: contents("output"), error: contents("error"))
  }

  /// Whether the process has ended.
  package var hasEnded: Bool {
    var watched = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, 0) != 0
  }

  /// What the process has written to a stream so far.
  package func contents(_ stream: String) -> Data {
    (try? Data(contentsOf: URL(filePath: "\(folder)/\(stream)"))) ?? Data()
  }

  /// Runs a program to its end.
  package static func run(
    _ program: String, _ arguments: [String], environment: [String: String], folder: String,
    input: Data = Data(), seconds: Double = 20
  ) throws -> Outcome {
    try TrialProcess(
      program, arguments, environment: environment, folder: folder, input: input
    ).outcome(within: seconds)
  }
}
