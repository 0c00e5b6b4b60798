import BasicsTesting
public import Terminal

/// A terminal that a test plays: it chooses what the terminal can do, what is typed, and reads
/// what was written or drawn.
public final class ScriptedTerminal: Terminal, Sendable {
  /// The scripted response to a prompt.
  public enum Answer: Sendable, Equatable {
    case line(String)
    /// Ctrl-C.
    case interrupt
    /// Ctrl-D.
    case end
  }

  /// A recorded prompt.
  public struct Prompt: Sendable, Equatable {
    public let text: String
    public let isHidden: Bool

    /// Creates a prompt, to compare with.
    public init(_ text: String, isHidden: Bool = false) {
      self.text = text
      self.isHidden = isHidden
    }
  }

  /// The response to a prompt when no answer is left.
  public enum Patience: Sendable {
    /// The input ends.
    case none
    /// The terminal waits until the test calls ``ScriptedTerminal/answer(_:)``.
    case waits
  }

  let state: WatchedMutex<ScriptedTerminalState>

  /// The events of the screen, whether one is open or not.
  let events = EventQueue()

  /// Creates a terminal; a pipe without input by default.
  ///
  /// - Parameters:
  ///   - answers: The lines that are typed, in order.
  ///   - input: The content of the standard input.
  public init(
    _ capabilities: TerminalCapabilities = .pipe, answers: [Answer] = [], input: String = "",
    patience: Patience = .none
  ) {
    state = WatchedMutex(
      ScriptedTerminalState(
        capabilities: capabilities, answers: answers, input: Array(input.utf8),
        waits: patience == .waits))
  }

  public var capabilities: TerminalCapabilities { state.withLock { $0.capabilities } }

  /// Everything that was written to the standard output.
  public var output: String { state.withLock { $0.output } }

  /// Everything that was written to the standard error.
  public var error: String { state.withLock { $0.error } }

  /// The flushed part of ``output``, which a reader of a pipe would see.
  public var flushedOutput: String { state.withLock { $0.flushed } }

  /// The recorded prompts.
  public var prompts: [Prompt] { state.withLock { $0.prompts } }

  // MARK: - The port

  public func write(_ text: String) throws(TerminalError) {
    try state.withLock { (state) throws(TerminalError) in
      if let failure = state.failure { throw failure }
      state.append(output: text)
    }
  }

  public func writeError(_ text: String) throws(TerminalError) {
    try state.withLock { (state) throws(TerminalError) in
      if let failure = state.failure { throw failure }
      state.append(error: text)
    }
  }

  public func flush() throws(TerminalError) {
    try state.withLock { (state) throws(TerminalError) in
      if let failure = state.failure { throw failure }
      state.flushed = state.output
    }
  }

  public func readLine(prompt: String, isHidden: Bool) async throws(PromptError) -> String {
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.ask(Prompt(prompt, isHidden: isHidden), continuation) }
      }
    } onCancel: {
      state.withLock { $0.cancelQuestion() }
    }
    switch answer {
    case .line(let text): return text
    case .interrupt: throw .interrupted
    case .end: throw .inputEnded
    }
  }

  public func readInput(limit: Int) throws(TerminalError) -> [UInt8] {
    let input = state.withLock { $0.input }
    guard input.count <= limit else { throw .tooMuchInput(limit: limit) }
    return input
  }

  public func openScreen() throws(TerminalError) -> any ScreenSession {
    try state.withLock { (state) throws(TerminalError) in
      if let failure = state.failure { throw failure }
      state.openScreen()
    }
    return ScriptedScreenSession(terminal: self)
  }
}
