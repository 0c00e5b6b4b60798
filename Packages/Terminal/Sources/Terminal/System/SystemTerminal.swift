import Dispatch
import Synchronization

internal import Glibc

/// The terminal, pipes or files that the process was started with.
///
/// Creating one makes the process ignore `SIGPIPE`, so that a closed pipe is an error that can be
/// handled; a program that starts others should give them the default action again.
public final class SystemTerminal: Terminal {
  /// Beyond this many bytes the buffer is written at once.
  private static let bufferCapacity = 64 * 1024
  let output: Int32
  private let detected: TerminalCapabilities
  /// Bytes for the standard output, so that many lines cost one system call.
  private let buffer = Mutex<[UInt8]>([])
  private let sharedScreen = Mutex(SharedScreen())
  private let hasTemporaryLine = Mutex(false)

  /// Detects the capabilities by the streams and the environment, without output.
  ///
  /// - Parameters:
  ///   - environment: The variables of the process.
  ///   - color: The value of the `--color` option.
  ///   - accessibleVariable: The variable that requests plain lines, if the program has one.
  ///   - output: The descriptor of the standard output.
  public init(
    environment: [String: String], color: ColorChoice = .auto, accessibleVariable: String? = nil,
    output: Int32 = 1
  ) {
    signal(SIGPIPE, SIG_IGN)
    self.output = output
    detected = TerminalCapabilities.detect(
      environment: environment, color: color, accessibleVariable: accessibleVariable,
      inputIsTerminal: isatty(STDIN_FILENO) == 1, outputIsTerminal: isatty(output) == 1,
      errorIsTerminal: isatty(STDERR_FILENO) == 1)
  }

  public var capabilities: TerminalCapabilities {
    var current = detected
    let streams = [
      (output, detected.outputIsTerminal), (STDERR_FILENO, detected.errorIsTerminal),
      (STDIN_FILENO, detected.inputIsTerminal),
    ]
    let size = streams.lazy.filter(\.1).compactMap { Self.size(of: $0.0) }.first
    current.size = size ?? detected.size
    return current
  }

  private static func size(of descriptor: Int32) -> TerminalSize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  public func write(_ text: String) throws(TerminalError) {
    if detected.outputIsTerminal, holdBack(text, .output) { return }
    try buffer.withLock { (buffer) throws(TerminalError) in
      buffer.append(contentsOf: text.utf8)
      if detected.outputIsTerminal || buffer.count >= Self.bufferCapacity { try flush(&buffer) }
    }
  }

  public func flush() throws(TerminalError) {
    try buffer.withLock { (buffer) throws(TerminalError) in try flush(&buffer) }
  }

  /// Writes the buffer; after an error it is dropped, so that it is not written again.
  private func flush(_ buffer: inout [UInt8]) throws(TerminalError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    try SystemCall.write(buffer, to: output, as: .output)
  }

  public func writeError(_ text: String) throws(TerminalError) {
    if detected.errorIsTerminal, holdBack(text, .error) { return }
    try flush()
    try SystemCall.write(text.utf8, to: STDERR_FILENO, as: .error)
  }

  public func markErrorLine(isTemporary: Bool, interruption: String?) {
    hasTemporaryLine.withLock { hasTemporaryLine in
      if isTemporary, !hasTemporaryLine {
        // While a prompt or a screen holds the terminal, it is the one that restores it.
        hasTemporaryLine = TerminalSignalHandler.claim(
          output: STDERR_FILENO, reset: ActivityIndicator<ContinuousClock>.removal,
          interruption: interruption.map { "\(SanitizedText.clean($0))\n" } ?? "")
      } else if !isTemporary, hasTemporaryLine {
        TerminalSignalHandler.release()
        hasTemporaryLine = false
      }
    }
  }

  public func readInput(limit: Int) throws(TerminalError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let chunk = try SystemCall.readSome(64 * 1024, from: STDIN_FILENO)
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
        device: STDIN_FILENO, output: STDERR_FILENO, mode: isHidden ? .hiddenLine : .line)
    } catch {
      throw .terminal(error)
    }
    let asksOnError = capabilities.errorIsTerminal || !capabilities.outputIsTerminal
    let reader = LineReader(
      prompt: prompt, isHidden: isHidden, output: asksOnError ? STDERR_FILENO : output,
      session: session)
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

  public func openScreen() throws(TerminalError) -> any ScreenSession {
    try flush()
    return try sharedScreen.withLock { (shared) throws(TerminalError) in
      try shared.open { () throws(TerminalError) in try SystemScreen(of: self) }
    }
  }

  /// Text that is written to the terminal while a screen is open would disturb it.
  private func holdBack(_ text: String, _ stream: TerminalError.Stream) -> Bool {
    sharedScreen.withLock { $0.holdBack(text, stream) }
  }

  /// Restores the terminal when the last user of its screen closes it.
  func closeScreen() {
    for part in sharedScreen.withLock({ $0.close() }) {
      // Closing cannot fail: a stream that cannot be written is reported by the next write.
      try? part.stream == .error ? writeError(part.text) : write(part.text)
    }
  }
}
