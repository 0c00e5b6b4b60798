import Dispatch
import Synchronization

internal import Glibc

/// The terminal, pipes or files that the process was started with.
///
/// Creating one makes the process ignore `SIGPIPE`, so that a closed pipe is an error that can be
/// handled; a program that starts others should give them the default action again.
public final class SystemTerminal: Terminal {
  /// The file descriptors of the three streams.
  public struct Descriptors: Sendable {
    /// Where input is read.
    public var input: Int32
    /// Where results are written.
    public var output: Int32
    /// The stream for notes, prompts and errors.
    public var error: Int32

    /// Names three descriptors; those of every process by default.
    public init(input: Int32 = 0, output: Int32 = 1, error: Int32 = 2) {
      self.input = input
      self.output = output
      self.error = error
    }
  }

  private let descriptors: Descriptors
  private let detected: TerminalCapabilities
  private let buffer: Mutex<OutputBuffer>
  private let sharedScreen = Mutex(SharedScreen())
  private let hasTemporaryLine = Mutex(false)

  /// Detects the capabilities by the streams and the environment, without output.
  ///
  /// - Parameters:
  ///   - environment: The variables of the process.
  ///   - color: The value of the `--color` option.
  ///   - accessibleVariable: The variable that requests plain lines, if the program has one.
  ///   - descriptors: The descriptors of the streams.
  public init(
    environment: [String: String], color: ColorChoice = .auto, accessibleVariable: String? = nil,
    descriptors: Descriptors = Descriptors()
  ) {
    signal(SIGPIPE, SIG_IGN)
    self.descriptors = descriptors
    self.detected = TerminalCapabilities.detect(
      environment: environment, color: color, accessibleVariable: accessibleVariable,
      inputIsTerminal: isatty(descriptors.input) == 1,
      outputIsTerminal: isatty(descriptors.output) == 1,
      errorIsTerminal: isatty(descriptors.error) == 1)
    self.buffer = Mutex(OutputBuffer(descriptor: descriptors.output))
  }

  public var capabilities: TerminalCapabilities {
    var current = detected
    let candidates = [
      (descriptors.output, detected.outputIsTerminal),
      (descriptors.error, detected.errorIsTerminal),
      (descriptors.input, detected.inputIsTerminal),
    ]
    let sizes = candidates.lazy.filter(\.1).compactMap { Self.size(of: $0.0) }
    if let size = sizes.first { current.size = size }
    return current
  }

  private static func size(of descriptor: Int32) -> TerminalSize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  // MARK: - Writing

  public func write(_ text: String) throws(TerminalError) {
    if detected.outputIsTerminal, holdBack(text, .output) { return }
    try buffer.withLock { (buffer) throws(TerminalError) in
      try buffer.append(text)
      if detected.outputIsTerminal { try buffer.flush() }
    }
  }

  public func flush() throws(TerminalError) {
    try buffer.withLock { (buffer) throws(TerminalError) in try buffer.flush() }
  }

  public func writeError(_ text: String) throws(TerminalError) {
    if detected.errorIsTerminal, holdBack(text, .error) { return }
    try flush()
    try SystemCall.write(text.utf8, to: descriptors.error, as: .error)
  }

  public func markErrorLine(isTemporary: Bool, interruption: String?) {
    hasTemporaryLine.withLock { hasTemporaryLine in
      if isTemporary, !hasTemporaryLine {
        // While a prompt or a screen holds the terminal, it is the one that restores it.
        hasTemporaryLine = TerminalSignalHandler.claim(
          output: descriptors.error, reset: ActivityIndicator<ContinuousClock>.removal,
          interruption: interruption.map { "\(SanitizedText.clean($0))\n" } ?? "")
      } else if !isTemporary, hasTemporaryLine {
        TerminalSignalHandler.release()
        hasTemporaryLine = false
      }
    }
  }

  // MARK: - Reading

  public func readInput(limit: Int) throws(TerminalError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let chunk = try SystemCall.readSome(64 * 1024, from: descriptors.input)
      if chunk.isEmpty { return bytes }
      bytes += chunk
    }
    throw .tooMuchInput(limit: limit)
  }

  public func readLine(prompt: String, isHidden: Bool) async throws(PromptError) -> String {
    let session: TerminalSession
    do {
      try flush()
      session = try TerminalSession(
        device: descriptors.input, output: descriptors.error, mode: isHidden ? .hiddenLine : .line)
    } catch {
      throw .terminal(error)
    }
    let reader = LineReader(
      prompt: prompt, isHidden: isHidden, input: descriptors.input,
      output: capabilities.errorIsTerminal || !capabilities.outputIsTerminal
        ? descriptors.error : descriptors.output, session: session)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // A thread of its own: one that blocks must not hold up other tasks.
        DispatchQueue(label: "line").async {
          let result = reader.read()
          session.close()
          continuation.resume(returning: result)
        }
      }
    } onCancel: {
      session.selfPipe.wake(0)
    }
    return try result.get()
  }

  // MARK: - The screen

  public func openScreen() throws(TerminalError) -> any ScreenSession {
    try flush()
    let screen = try sharedScreen.withLock { (shared) throws(TerminalError) in
      try shared.open { () throws(TerminalError) in
        try SystemScreen(descriptors: descriptors, color: capabilities.outputColor)
      }
    }
    return SystemScreenSession(terminal: self, screen: screen)
  }

  /// Text that is written to the terminal while a screen is open would disturb it.
  private func holdBack(_ text: String, _ stream: TerminalError.Stream) -> Bool {
    sharedScreen.withLock { $0.holdBack(text, stream) }
  }

  fileprivate func closeScreen() {
    for part in sharedScreen.withLock({ $0.close() }) {
      // Closing cannot fail: a stream that cannot be written is reported by the next write.
      try? part.stream == .error ? writeError(part.text) : write(part.text)
    }
  }
}

/// One user's hold on the terminal's screen.
private struct SystemScreenSession: ScreenSession {
  let terminal: SystemTerminal
  let screen: SystemScreen

  var events: EventQueue { screen.events }

  func show(_ frame: Frame) throws(TerminalError) { try screen.show(frame) }

  func announce(_ announcement: Announcement) throws(TerminalError) {
    try screen.send(terminal.capabilities.notifications.sequence(for: announcement))
  }

  func close() {
    terminal.closeScreen()
  }
}
