import BasicsTesting
import Terminal

/// The recorded output and prompts of a scripted terminal, and the callers that wait for them.
struct ScriptedTerminalState: WatchedState {
  typealias Answer = ScriptedTerminal.Answer

  var capabilities: TerminalCapabilities
  var answers: [Answer]
  let input: [UInt8]
  let waits: Bool
  var prompts: [ScriptedTerminal.Prompt] = []
  private(set) var output = ""
  private(set) var error = ""
  private(set) var transcript = ""
  var flushed = ""
  var failure: TerminalError?
  var frames: [Frame] = []
  var firstFrame: (@Sendable () -> Void)?
  var announcements: [String] = []
  private(set) var openScreens = 0
  private var held = DeferredOutput()

  /// How much of the transcript, in bytes, was found by earlier waits.
  private var found = 0
  private var question: CheckedContinuation<Answer, Never>?
  var watchers: [Watcher<Self>] = []
  var wakeUps: [@Sendable () -> Void] = []

  init(capabilities: TerminalCapabilities, answers: [Answer], input: [UInt8], waits: Bool) {
    self.capabilities = capabilities
    self.answers = answers
    self.input = input
    self.waits = waits
  }

  // MARK: - Writing

  mutating func append(output text: String) {
    if openScreens > 0, capabilities.outputIsTerminal { return held.append(text, .output) }
    output += text
    transcript += text
    notifyWatchers()
  }

  mutating func append(error text: String) {
    if openScreens > 0, capabilities.errorIsTerminal { return held.append(text, .error) }
    flushed = output
    error += text
    transcript += text
    notifyWatchers()
  }

  // MARK: - Screens

  mutating func openScreen() {
    openScreens += 1
  }

  /// Text that is written while a screen is open appears when the last one is closed.
  mutating func closeScreen() {
    openScreens -= 1
    guard openScreens == 0 else { return }
    for part in held.takeAll() {
      if part.stream == .error { append(error: part.text) } else { append(output: part.text) }
    }
  }

  // MARK: - Questions

  mutating func ask(
    _ prompt: ScriptedTerminal.Prompt, _ continuation: CheckedContinuation<Answer, Never>
  ) {
    prompts.append(prompt)
    transcript += prompt.text
    notifyWatchers()
    question = continuation
    if Task.isCancelled { return cancelQuestion() }
    if answers.isEmpty, !waits { answers = [.end] }
    deliverAnswer()
  }

  mutating func give(_ new: [Answer]) {
    answers += new
    deliverAnswer()
  }

  mutating func cancelQuestion() {
    guard let question else { return }
    self.question = nil
    wakeUps.append { question.resume(returning: .interrupt) }
  }

  private mutating func deliverAnswer() {
    guard let question, !answers.isEmpty else { return }
    self.question = nil
    let answer = answers.removeFirst()
    wakeUps.append { question.resume(returning: answer) }
  }

  // MARK: - Waiting

  var summary: String {
    let frame = frames.last.map { "The last frame:\n\($0.text)\n" } ?? ""
    let text =
      transcript.isEmpty ? "" : "The end of what was written:\n\(transcript.suffix(2000))\n"
    return "\(frame)\(text)Announcements: \(announcements)"
  }

  /// Looks for text that was not found before.
  mutating func findText(_ text: String) -> Bool {
    let unseen = Substring(transcript.utf8.dropFirst(found))
    guard let range = unseen.firstRange(of: text) else { return false }
    found += unseen[..<range.upperBound].utf8.count
    return true
  }
}
