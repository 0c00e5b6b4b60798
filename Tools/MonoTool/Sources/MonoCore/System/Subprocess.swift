import Dispatch
import Glibc

/// Runs another program to its end and keeps what it wrote.
package enum Subprocess {
  package struct Result: Sendable {
    /// The exit status, or 128 plus the signal that ended the program.
    package let status: Int32
    package let output: [UInt8]
    package let errors: [UInt8]

    package var text: String { String(decoding: output, as: UTF8.self) }
    package var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// Runs a program found on the search path, in the working folder of this process.
  ///
  /// - Parameters:
  ///   - environment: Variables added to, or replacing, those of this process.
  ///   - input: Its standard input.
  ///   - tick: Called with the number of the process, every second while it runs.
  /// - Throws: `MonoError.failure` when the program cannot be started.
  package static func run(
    _ program: String, _ arguments: [String],
    environment: [String: String] = [:], input: [UInt8] = [],
    tick: (@Sendable (Int32) -> Void)? = nil
  ) throws(MonoError) -> Result {
    // Files instead of pipes: nothing can block, however much is written.
    let streams = [try temporaryFile(), try temporaryFile(), try temporaryFile()]
    defer { streams.forEach { close($0) } }
    guard write(streams[0], input, input.count) == input.count, lseek(streams[0], 0, SEEK_SET) == 0
    else { throw cannotStart(program, errno) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (index, stream) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, stream, Int32(index))
    }
    // Threads of this process may block signals that the program's crash reporter needs.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process = pid_t()
    let code = withCStrings([program] + arguments) { argv in
      withCStrings(variables(adding: environment)) { envp in
        posix_spawnp(&process, program, &actions, &attributes, argv, envp)
      }
    }
    guard code == 0 else { throw cannotStart(program, code) }
    let status = tick.map { wait(for: process, tick: $0) } ?? wait(for: process)
    return Result(status: status, output: contents(streams[1]), errors: contents(streams[2]))
  }

  private static func variables(adding changes: [String: String]) -> [String] {
    ProcessEnvironment.current.merging(changes) { $1 }.map { "\($0)=\($1)" }
  }

  private static func wait(for process: pid_t, tick: @escaping @Sendable (Int32) -> Void) -> Int32 {
    let (ended, stopped) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    DispatchQueue(label: "tick").async {
      while ended.wait(timeout: .now() + 1) == .timedOut { tick(process) }
      stopped.signal()
    }
    // Its number stays its own until the last tick is over.
    var info = siginfo_t()
    while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    ended.signal()
    stopped.wait()
    return wait(for: process)
  }

  /// Ends a process and all that it has started.
  ///
  /// It is stopped first, so that it neither starts another nor goes on when one has ended.
  package static func end(_ process: Int32) {
    kill(process, SIGSTOP)
    let children = Files.text("/proc/\(process)/task/\(process)/children") ?? ""
    for child in children.split(separator: " ").compactMap({ Int32($0) }) { end(child) }
    kill(process, SIGKILL)
  }

  private static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private static func temporaryFile() throws(MonoError) -> Int32 {
    let folder = ProcessEnvironment.current["TMPDIR"] ?? "/tmp"
    var template = Array("\(folder)/mono.XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else {
      throw .failure(
        "No temporary file can be created in \(folder): \(String(cString: strerror(errno))).",
        hint: "Check the disk, or set TMPDIR to a folder that can be written.")
    }
    unlink(template)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }

  private static func contents(_ file: Int32) -> [UInt8] {
    let size = Int(lseek(file, 0, SEEK_END))
    guard size > 0 else { return [] }
    return Array(unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let part = pread(file, buffer.baseAddress?.advanced(by: count), size - count, count)
        if part <= 0 { break }
        count += part
      }
    }
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }

  private static func cannotStart(_ program: String, _ code: Int32) -> MonoError {
    .failure(
      "\(program) could not be started: \(String(cString: strerror(code))).",
      hint: "Install it, or add its folder to PATH, and try again.")
  }
}
