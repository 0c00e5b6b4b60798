import Glibc
import Synchronization

/// Another program that this process has started.
///
/// It gets its three standard streams and no other descriptor of this process, no blocked signals,
/// and the default actions for SIGPIPE and SIGXFSZ. Its number stays its own until its end has been
/// waited for, so a signal never reaches another process.
public final class Subprocess: Sendable {
  /// Where the program's standard input comes from.
  public enum Input: Sendable {
    case null, inherited
    /// An open descriptor of this process.
    case descriptor(Int32)
    case file(String)
    case bytes([UInt8])
    /// A pipe; this process writes to ``Subprocess/inputPipe``.
    case pipe
  }

  /// Where what the program writes goes to.
  public enum Output: Sendable {
    case null, inherited
    /// An open descriptor of this process.
    case descriptor(Int32)
    /// A file, which is emptied, or made with mode 0600.
    case file(String)
    /// An unnamed file; see ``Subprocess/output`` and ``Subprocess/error``.
    case captured
    /// A pipe, for the standard output alone; this process reads ``Subprocess/outputPipe``.
    case pipe
    /// For the standard error alone: the same as the standard output.
    case standardOutput
  }

  /// How a program has ended.
  public enum Status: Sendable, Equatable {
    case exited(Int32)
    case signaled(Int32)

    /// The exit status, or 128 plus the signal's number, as a shell has it.
    public var code: Int32 {
      switch self {
      case .exited(let status): status
      case .signaled(let signal): 128 + signal
      }
    }
  }

  private struct State {
    var status: Status?
    var peakMemory = 0
  }

  /// The number of the process.
  public let identifier: Int32
  private let streams: SubprocessStreams
  private let state = Mutex(State())

  /// Starts a program: that of a path, or of a name in the folders of `PATH`.
  ///
  /// - Parameters:
  ///   - program: Its path, or a name that is looked for in the folders of `PATH`.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: All its variables; those of this process without it.
  ///   - input: Its standard input.
  ///   - output: Where its standard output goes.
  ///   - error: Where its errors go.
  ///   - descriptor3: An open descriptor of this process that the program gets as number 3.
  ///   - startsSession: Whether it leads a session, whose terminal is the first that it opens, and
  ///     begins with the default actions for all signals.
  /// - Throws: ``SubprocessError`` when it cannot be started.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    input: Input = .null, output: Output = .inherited, error: Output = .inherited,
    descriptor3: Int32? = nil, startsSession: Bool = false
  ) throws(SubprocessError) {
    do throws(SystemError) {
      streams = try SubprocessStreams(input: input, output: output, error: error)
    } catch {
      throw SubprocessError(
        program: program, errorNumber: error.number, temporaryFolder: error.folder)
    }
    let spawn = Spawn(
      words: [program] + arguments, variables: environment?.map { "\($0)=\($1)" },
      descriptor3: descriptor3, startsSession: startsSession)
    identifier = try spawn.start(connect: streams.connect)
    streams.closeFarEnds()
  }

  deinit {
    // A process whose end is not read stays in the table of processes, and any other wait for
    // children meets it.
    guard state.withLock({ $0.status == nil }), waitpid(identifier, nil, WNOHANG) == 0 else {
      return
    }
    DetachedThread.run { [identifier] in
      while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
    }
  }

  /// Sends a signal, unless the end has been waited for.
  public func signal(_ number: Int32) {
    state.withLock { state in
      if state.status == nil { _ = kill(identifier, number) }
    }
  }

  /// Waits for the end, after which ``identifier`` is still the process's; blocks the thread.
  public func waitForEnd() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    ProcessTree.stayIfEnding()
  }

  /// Waits for the end; blocks the thread.
  @discardableResult
  public func wait() -> Status {
    // Another process may have the number by now.
    if let status = state.withLock({ $0.status }) { return status }
    // Not under the lock, so that signals can be sent until the end.
    waitForEnd()
    return state.withLock { state in
      if let status = state.status { return status }
      var raw: Int32 = 0
      var usage = rusage()
      while wait4(identifier, &raw, 0, &usage) < 0, errno == EINTR {}
      let signal = raw & 0x7F
      let status: Status = signal == 0 ? .exited(raw >> 8 & 0xFF) : .signaled(signal)
      let peakMemory = usage.ru_maxrss
      (state.status, state.peakMemory) = (status, peakMemory)
      return status
    }
  }

  /// Waits for the end; blocks the thread. Returns `nil` when the time was over first, and has then
  /// killed the process.
  public func wait(within limit: Duration) -> Status? {
    let end = ContinuousClock.now + limit
    // Needs no other thread: a limit that waits for one is none.
    while !hasEnded {
      guard ContinuousClock.now < end else {
        signal(SIGKILL)
        wait()
        return nil
      }
      usleep(2000)
    }
    return wait()
  }

  /// Waits for the end without blocking the caller's thread.
  public func ended() async -> Status {
    await withCheckedContinuation { continuation in
      DetachedThread.run { continuation.resume(returning: self.wait()) }
    }
  }

  /// Whether the process has ended.
  public var hasEnded: Bool {
    state.withLock { state in
      if state.status != nil { return true }
      var info = siginfo_t()
      // The signal stays 0 when there is nothing to wait for.
      waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT | WNOHANG)
      return info.si_signo != 0
    }
  }

  /// The most memory that the process has held, in KiB; known after the wait for its end.
  public var peakMemory: Int { state.withLock { $0.peakMemory } }
  /// The captured standard output so far.
  public var output: [UInt8] { streams.output.content }
  /// The captured standard error so far.
  public var error: [UInt8] { streams.error.content }
  /// The end of the input's pipe that is written to; closed with this object.
  public var inputPipe: Int32? { streams.input.nearEnd?.number }
  /// The end of the output's pipe that is read; closed with this object.
  public var outputPipe: Int32? { streams.output.nearEnd?.number }
}

extension Subprocess {
  /// The status and output of a program that has ended.
  public struct Outcome: Sendable {
    public let status: Status
    public let output: [UInt8]
    public let error: [UInt8]

    /// The standard output as text; bytes that are not UTF-8 become replacement characters.
    public var outputText: String { String(decoding: output, as: UTF8.self) }
    /// The standard error as text; bytes that are not UTF-8 become replacement characters.
    public var errorText: String { String(decoding: error, as: UTF8.self) }
  }

  /// Waits for the end and returns what was captured; blocks the thread.
  public func outcome() -> Outcome { Outcome(status: wait(), output: output, error: error) }

  /// Runs a program to its end and captures what it writes; blocks the thread.
  ///
  /// Files take what it writes, so nothing can block, however much that is. The parameters are those
  /// with which a ``Subprocess`` is created.
  ///
  /// - Throws: ``SubprocessError`` when it cannot be started.
  public static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    input: Input = .null, error: Output = .captured
  ) throws(SubprocessError) -> Outcome {
    try Subprocess(
      program, arguments, environment: environment, input: input, output: .captured, error: error
    ).outcome()
  }
}

/// Why a program could not be started.
public struct SubprocessError: Error, Equatable, Sendable, CustomStringConvertible {
  public let program: String
  /// The system's number of the error, such as `ENOENT`.
  public let errorNumber: Int32
  /// The folder for temporary files, when the reason is that what the program writes cannot be kept
  /// there.
  public var temporaryFolder: String?

  public var description: String {
    let place = temporaryFolder.map { "\($0): " } ?? ""
    return "'\(program)' cannot be started: \(place)\(FileError.text(of: errorNumber))."
  }
}
