import Synchronization

internal import Glibc

/// Signal and exit handlers that restore the terminal, and relay signals, while
/// the terminal is in a special mode.
///
/// This is the one process-wide state of the module, because a signal handler has no other way to
/// find anything, and because terminal modes and signal actions belong to the process themselves.
enum TerminalSignalHandler {
  /// Signals that end the process: the terminal is restored first, by the handler itself.
  private static let fatalSignals = [
    SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS,
  ]

  /// Signals that are answered by the thread that reads the terminal.
  private static let relayedSignals = [SIGINT, SIGTSTP, SIGCONT, SIGWINCH]
  /// Signals that end the process while only a line has to be removed: no thread answers Ctrl-C.
  private static let lineSignals = fatalSignals + [SIGINT]

  private typealias SignalHandler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  /// A text that a signal handler can write: at most 257 bytes, without memory of its own.
  private struct FixedText {
    private var bytes = InlineArray<257, UInt8>(repeating: 0)
    private var count = 0

    init(_ text: String = "") {
      for byte in text.utf8.prefix(bytes.count) {
        bytes[count] = byte
        count += 1
      }
    }

    mutating func write(to descriptor: Int32) {
      let count = count
      withUnsafeBytes(of: &bytes) { _ = Glibc.write(descriptor, $0.baseAddress, count) }
    }
  }

  private struct Record {
    var device: Int32 = -1
    var output: Int32 = -1
    var attributes = termios()
    var relay: Int32 = -1
    var reset = FixedText()
    var interruption = FixedText()
    var previous = InlineArray<65, sigaction>(repeating: sigaction())
  }

  /// Whether the record is in use: claimed before it is written, released after it is undone.
  private static let isClaimed = Atomic(false)
  /// Whether the record is valid; the caller that clears this undoes it, so that it is done once.
  private static let isArmed = Atomic(false)

  // Proof: the record is written only by the claimant while it is not armed, and read by others only
  // after they disarmed it, so no two threads touch it at once. It lives as long as the process,
  // so a handler that runs late never reads freed memory.
  private nonisolated(unsafe) static let record: UnsafeMutablePointer<Record> = {
    let pointer = UnsafeMutablePointer<Record>.allocate(capacity: 1)
    pointer.initialize(to: Record())
    return pointer
  }()

  private static let exitHandler: Int32 = atexit { TerminalSignalHandler.undo() }

  /// Remembers how to restore the terminal; `false` when another part of the process has claimed it.
  ///
  /// - Parameters:
  ///   - device: The device in a special mode; -1 while only a line has to be removed, so that
  ///     Ctrl-C ends the process.
  ///   - output: Where `reset` is written.
  ///   - reset: The control sequences that undo what was drawn; at most 257 bytes.
  ///   - interruption: The text that Ctrl-C leaves behind when it ends the process; as long.
  ///   - relay: The descriptor that receives the signals that do not end the process.
  static func claim(
    device: Int32 = -1, attributes: termios = termios(), output: Int32, reset: String,
    interruption: String = "", relay: Int32 = -1
  ) -> Bool {
    guard !isClaimed.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    _ = exitHandler
    record.pointee.device = device
    record.pointee.attributes = attributes
    record.pointee.output = output
    record.pointee.relay = relay
    record.pointee.reset = FixedText(reset)
    record.pointee.interruption = FixedText(interruption)
    isArmed.store(true, ordering: .releasing)
    let fatal = device < 0 ? lineSignals : fatalSignals
    for number in fatal { install(fatalHandler, for: number, flags: SA_ONSTACK) }
    guard device >= 0 else { return true }
    for number in relayedSignals { install(relayHandler, for: number, flags: SA_RESTART) }
    return true
  }

  /// Restores the terminal and the signal actions, and lets others claim the record.
  static func release() {
    let isLine = record.pointee.device < 0
    for number in isLine ? lineSignals : fatalSignals + relayedSignals { restoreAction(of: number) }
    undo()
    record.pointee.relay = -1
    isClaimed.store(false, ordering: .releasing)
  }

  /// Restores the terminal for the time that the process is stopped, and stops it.
  ///
  /// - Parameter group: Whether the whole process group is stopped, as the terminal itself does.
  static func stop(group: Bool, relay: SelfPipe) {
    undo()
    restoreAction(of: SIGTSTP)
    if group {
      kill(0, SIGTSTP)
      // The signal may reach another thread first: this one waits until the process was stopped
      // and continued, or until it is clear that nothing stops it, as in an orphaned group.
      var request = pollfd(fd: relay.readEnd, events: Int16(POLLIN), revents: 0)
      poll(&request, 1, 100)
    } else {
      // Threads of a dispatch queue block every signal.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGTSTP)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(SIGTSTP)
    }
    install(relayHandler, for: SIGTSTP, flags: SA_RESTART)
    isArmed.store(true, ordering: .releasing)
  }

  // MARK: - In signal handlers: only what POSIX.1-2024, 2.4.3 calls async-signal-safe

  private static func undo() {
    guard isArmed.exchange(false, ordering: .acquiringAndReleasing) else { return }
    record.pointee.reset.write(to: record.pointee.output)
    guard record.pointee.device >= 0 else { return }
    // Not waiting for output that the user has halted with Ctrl-S.
    tcsetattr(record.pointee.device, TCSANOW, &record.pointee.attributes)
  }

  private static let fatalHandler: SignalHandler = { number, information, _ in
    let isInterrupted = number == SIGINT && TerminalSignalHandler.isArmed.load(ordering: .acquiring)
    TerminalSignalHandler.undo()
    if isInterrupted {
      TerminalSignalHandler.record.pointee.interruption
        .write(to: TerminalSignalHandler.record.pointee.output)
    }
    let isFault = [SIGSEGV, SIGBUS, SIGILL, SIGFPE].contains(number)
    if isFault, let information, information.pointee.si_code > 0 {
      // The faulting instruction runs again when the handler returns, for the handler that was
      // installed before: the runtime prints its report, or the process ends.
      TerminalSignalHandler.restoreAction(of: number)
    } else {
      signal(number, SIG_DFL)
      // The signal is blocked while its handler runs: it ends the process when that returns.
      raise(number)
    }
  }

  private static let relayHandler: SignalHandler = { number, _, _ in
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(TerminalSignalHandler.record.pointee.relay, &byte, 1)
    errno = saved
  }

  private static func restoreAction(of number: Int32) {
    sigaction(number, &record.pointee.previous[Int(number)], nil)
  }

  /// Installs a handler, unless the signal was ignored: then it stays ignored.
  private static func install(_ handler: @escaping SignalHandler, for number: Int32, flags: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_sigaction = handler
    action.sa_flags = flags | SA_SIGINFO
    sigfillset(&action.sa_mask)
    var previous = sigaction()
    sigaction(number, nil, &previous)
    record.pointee.previous[Int(number)] = previous
    let isIgnored = unsafeBitCast(previous.__sigaction_handler.sa_handler, to: Int.self) == 1
    if !isIgnored { sigaction(number, &action, nil) }
  }
}
