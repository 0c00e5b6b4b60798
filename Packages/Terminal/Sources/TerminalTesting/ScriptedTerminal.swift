import Synchronization
public import Terminal

/// A terminal that a test plays: it chooses what the terminal can do, what is typed, and reads
/// what was written.
public final class ScriptedTerminal: Terminal, Sendable {
  /// What the person at the terminal does when a line is asked for.
  public enum Answer: Sendable, Equatable {
    case line(String)
    /// Ctrl-C.
    case interrupt
    /// Ctrl-D.
    case end
  }

  /// A question that was asked.
  public struct Prompt: Sendable, Equatable {
    public let text: String
    public let isHidden: Bool

    /// Creates a prompt, to compare with.
    public init(_ text: String, isHidden: Bool = false) {
      self.text = text
      self.isHidden = isHidden
    }
  }

  private struct State {
    var capabilities: TerminalCapabilities
    var answers: [Answer]
    var input: [UInt8]
    var prompts: [Prompt] = []
    var output = ""
    var error = ""
    var flushed = ""
    var failure: TerminalError?
  }

  private let state: Mutex<State>

  /// Creates a terminal; a pipe without input by default.
  ///
  /// - Parameters:
  ///   - answers: The lines that are typed, in order; then the input ends.
  ///   - input: What a program reads that takes the whole standard input.
  public init(
    _ capabilities: TerminalCapabilities = .pipe, answers: [Answer] = [], input: String = ""
  ) {
    state = Mutex(
      State(capabilities: capabilities, answers: answers, input: Array(input.utf8)))
  }

  public var capabilities: TerminalCapabilities { state.withLock { $0.capabilities } }

  /// Everything that was written to the standard output.
  public var output: String { state.withLock { $0.output } }

  /// Everything that was written to the standard error.
  public var error: String { state.withLock { $0.error } }

  /// What of ``output`` has been flushed, so that a reader of a pipe would see it.
  public var flushedOutput: String { state.withLock { $0.flushed } }

  /// The questions that were asked.
  public var prompts: [Prompt] { state.withLock { $0.prompts } }

  /// Changes the size, as a person does who drags the window's corner.
  public func resize(to size: TerminalSize) {
    state.withLock { $0.capabilities.size = size }
  }

  /// Lets everything that is written from now on fail; `nil` lets it work again.
  public func failWriting(with failure: TerminalError?) {
    state.withLock { $0.failure = failure }
  }

  public func write(_ text: String) throws(TerminalError) {
    try state.withLock { (state) throws(TerminalError) in
      if let failure = state.failure { throw failure }
      state.output += text
    }
  }

  public func writeError(_ text: String) throws(TerminalError) {
    try state.withLock { (state) throws(TerminalError) in
      if let failure = state.failure { throw failure }
      state.flushed = state.output
      state.error += text
    }
  }

  public func flush() throws(TerminalError) {
    try state.withLock { (state) throws(TerminalError) in
      if let failure = state.failure { throw failure }
      state.flushed = state.output
    }
  }

  public func readLine(prompt: String, isHidden: Bool) async throws(PromptError) -> String {
    let answer = state.withLock { state in
      state.prompts.append(Prompt(prompt, isHidden: isHidden))
      return state.answers.isEmpty ? .end : state.answers.removeFirst()
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
}
