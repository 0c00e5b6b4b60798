import Basics
internal import Observation

/// Runs a screen as lines of text: facts are printed when they change, choices are numbered.
@MainActor
final class LineModeRunner<S: DrawnScreen> {
  private let screen: S
  private let terminal: any Terminal
  private let events = EventQueue()
  private var printedFacts: [String] = []
  private var printedChoices: [String] = []
  private var answers: [Result<String, PromptError>] = []
  private var reader: Task<Void, Never>?

  /// The choice whose text is being typed.
  private var entry: ScreenChoice?

  init(screen: S, terminal: any Terminal) {
    self.screen = screen
    self.terminal = terminal
  }

  func run() async throws -> S.Outcome {
    guard terminal.capabilities.canPrompt else {
      throw PromptError.noTerminal(option: "a command; --help lists them")
    }
    let work = Task { await screen.work() }
    defer { work.cancel() }
    let ticker = ScreenTicker(screen: screen, events: events)
    defer { ticker.stop() }
    do {
      let outcome = try await loop(ticker)
      await stopReading()
      return outcome
    } catch {
      await stopReading()
      throw error
    }
  }

  private func loop(_ ticker: ScreenTicker<S>) async throws -> S.Outcome {
    while true {
      if let outcome = try printChanges() { return outcome }
      ticker.adjust()
      startReading()
      _ = await events.next()
      try Task.checkCancellation()
      while !answers.isEmpty {
        reader = nil
        try answer(answers.removeFirst().get())
      }
    }
  }

  // MARK: - Printing

  /// Prints what has changed, and observes the next change.
  private func printChanges() throws -> S.Outcome? {
    let events = events
    let (content, outcome) = withObservationTracking {
      _ = (screen.tickInterval, screen.announcements)
      return (screen.content, screen.outcome)
    } onChange: {
      events.post([.redraw])
    }
    let color = terminal.capabilities.outputColor
    let isAsking = reader != nil
    let facts = content.facts.filter { !printedFacts.contains($0.text) }
    printedFacts = content.facts.map(\.text)
    let titles = content.choices.map(\.title.text)
    let choices = titles == printedChoices ? [] : Self.numbered(content.choices)
    printedChoices = titles
    let news = outcome == nil ? screen.takeAnnouncements().map { Styled($0.text, .accent) } : []
    let lines = news + facts + (outcome == nil ? choices : [])
    guard !lines.isEmpty else { return outcome }
    if isAsking { try writeBesideFacts("\n") }
    try terminal.write(lines.map { $0.rendered(color) + "\n" }.joined())
    try terminal.flush()
    if isAsking, outcome == nil { try writeBesideFacts(prompt) }
    return outcome
  }

  /// Writes where questions are written, so that facts alone go to a file.
  private func writeBesideFacts(_ text: String) throws(TerminalError) {
    guard terminal.capabilities.errorIsTerminal else { return try terminal.write(text) }
    try terminal.writeError(text)
  }

  private static func numbered(_ choices: [ScreenChoice]) -> [Styled] {
    choices.enumerated().map { "\($0 + 1): \($1.title)" }
  }

  private var prompt: String {
    if let entry { return "\(entry.title.text): " }
    switch printedChoices.count {
    case 0: return ""
    case 1: return "Choose 1: "
    case let count: return "Choose 1-\(count): "
    }
  }

  // MARK: - Reading

  private var isHidden: Bool {
    if case .entry(true, _) = entry?.kind { true } else { false }
  }

  private func startReading() {
    guard reader == nil else { return }
    reader = Task { [prompt, isHidden, terminal, events] in
      let answer = await Result { () async throws(PromptError) in
        try await terminal.readLine(prompt: prompt, isHidden: isHidden)
      }
      answers.append(answer)
      events.post([.redraw])
    }
  }

  private func stopReading() async {
    reader?.cancel()
    await reader?.value
  }

  private func answer(_ line: String) throws {
    if case .entry(_, let submit) = entry?.kind {
      entry = nil
      return submit(line)
    }
    let choices = screen.content.choices
    guard let number = Int(line.trimming { $0 == " " }), choices.indices.contains(number - 1) else {
      let hint = choices.isEmpty ? "There is nothing to choose now." : "Type one of the numbers."
      return try terminal.writeLine(Styled(hint))
    }
    switch choices[number - 1].kind {
    case .action(let perform): perform()
    case .entry: entry = choices[number - 1]
    }
  }
}

extension Result {
  /// Creates a result from an operation that may throw.
  fileprivate init(catching body: () async throws(Failure) -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
