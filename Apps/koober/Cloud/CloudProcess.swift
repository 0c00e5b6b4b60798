import Glibc

/// A process of this program that serves the cloud through its standard streams.
///
/// It ends when nobody holds this object any more: its standard input ends then.
final class CloudProcess: Sendable {
  /// Why a process could not be started or talked to; the reason ends a sentence.
  struct Failure: Error {
    let reason: String

    init(_ reason: String) {
      self.reason = reason
    }

    init(errorNumber: Int32) {
      reason = String(cString: strerror(errorNumber))
    }
  }

  private let process: pid_t
  private let input: Int32
  private let output: Int32

  /// Starts a program.
  init(
    program: String, arguments: [String], environment: [String: String]
  ) throws(Failure) {
    let toChild = try Self.makePipe()
    let fromChild = try Self.makePipe()
    defer {
      close(toChild.read)
      close(fromChild.write)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild.read, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, fromChild.write, STDOUT_FILENO)
    var process = pid_t()
    let code = Self.withCStrings([program] + arguments) { arguments in
      Self.withCStrings(environment.map { "\($0)=\($1)" }) { environment in
        posix_spawn(&process, program, &actions, nil, arguments, environment)
      }
    }
    guard code == 0 else {
      close(toChild.write)
      close(fromChild.read)
      throw Failure(errorNumber: code)
    }
    self.process = process
    input = toChild.write
    output = fromChild.read
  }

  deinit {
    close(input)
    close(output)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// Sends a line and returns the next line that comes back; both without their line break.
  func exchange(_ line: [UInt8]) throws(Failure) -> [UInt8] {
    try write(line + [UInt8(ascii: "\n")])
    return try readLine()
  }

  private func write(_ bytes: [UInt8]) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Failure(errorNumber: errno) }
      rest = rest.dropFirst(count)
    }
  }

  private func readLine() throws(Failure) -> [UInt8] {
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(errorNumber: errno) }
      guard count > 0 else { throw Failure("its process has ended") }
      // The process answers one line to one line, so nothing follows the line break.
      line += buffer[..<count]
      if line.last == UInt8(ascii: "\n") { return Array(line.dropLast()) }
    }
  }

  private static func makePipe() throws(Failure) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure(errorNumber: errno) }
    for end in ends where fcntl(end, F_SETFD, FD_CLOEXEC) != 0 {
      throw Failure(errorNumber: errno)
    }
    return (ends[0], ends[1])
  }

  /// Lends texts as the null-terminated list that the system wants.
  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}
