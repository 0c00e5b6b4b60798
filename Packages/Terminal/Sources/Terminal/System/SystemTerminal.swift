import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

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

  let descriptors: Descriptors
  private let detected: TerminalCapabilities
  private let buffer: Mutex<OutputBuffer>
  let sharedScreen = Mutex(SharedScreen())
  let hasTemporaryLine = Mutex(false)

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
    try report(.output) { () throws(SystemCallError) in
      try buffer.withLock { (buffer) throws(SystemCallError) in
        try buffer.append(text)
        if detected.outputIsTerminal { try buffer.flush() }
      }
    }
  }

  public func flush() throws(TerminalError) {
    try report(.output) { () throws(SystemCallError) in
      try buffer.withLock { (buffer) throws(SystemCallError) in try buffer.flush() }
    }
  }

  public func writeError(_ text: String) throws(TerminalError) {
    if detected.errorIsTerminal, holdBack(text, .error) { return }
    try flush()
    try report(.error) { () throws(SystemCallError) in
      try OutputBuffer.write(Array(text.utf8), to: descriptors.error)
    }
  }

  private func report(
    _ stream: TerminalError.Stream, _ body: () throws(SystemCallError) -> Void
  ) throws(TerminalError) {
    do {
      try body()
    } catch {
      if stream == .output, error.code == EPIPE { throw .closedPipe }
      throw .failed(stream, code: error.code)
    }
  }

  // MARK: - Reading

  public func readInput(limit: Int) throws(TerminalError) -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      while true {
        let chunk = try SystemCall.readSome(64 * 1024, from: descriptors.input)
        if chunk.isEmpty { return bytes }
        bytes += chunk
        guard bytes.count <= limit else { break }
      }
    } catch {
      throw .failed(.input, code: error.code)
    }
    throw .tooMuchInput(limit: limit)
  }
}
