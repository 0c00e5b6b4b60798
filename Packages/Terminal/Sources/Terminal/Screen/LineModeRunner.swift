import Basics
internal import Observation

/// Runs a screen as lines of text: facts are printed when they change, choices are numbered.
///
/// A choice keeps its number, and no other choice gets it, for as long as the screen is shown: the
/// person may be typing a number while the choices change.
@MainActor
final class LineModeRunner<S: DrawnScreen> {
  private let screen: S
  private let terminal: any Terminal
  private let events = EventQueue()
  private var printedFacts: [String] = []
  /// The choices that were printed since the person has made one.
  private var printedChoices: [NumberedChoice] = []
  /// The numbers that can be chosen.
  private var offered: [Int] = []
  private var numbers = ChoiceNumbers()
  /// The news that was printed, which facts need not repeat.
  private var printedNews: Set<String> = []
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
    let news = outcome == nil ? newsLines() : []
    let facts = content.facts.filter {
      !printedFacts.contains($0.text) && !printedNews.contains($0.text)
    }
    printedFacts = content.facts.map(\.text)
    let choices = numbers.number(content.choices)
    let newChoices = choices.filter { !printedChoices.contains($0) }
    printedChoices += newChoices
    offered = choices.map(\.number)
    let lines = news + facts + (outcome == nil ? newChoices.map(\.line) : [])
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

  /// The news that no fact has told yet.
  private func newsLines() -> [Styled] {
    let texts = screen.takeAnnouncements().map(\.text).filter {
      !printedFacts.contains(Self.withoutFullStop($0))
    }
    printedNews.formUnion(texts.map(Self.withoutFullStop))
    return texts.map { Styled($0, .accent) }
  }

  private static func withoutFullStop(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  private var prompt: String {
    if let entry { return "\(entry.title.text): " }
    guard let last = offered.max() else { return "" }
    guard offered.count == last else { return "Choose a number: " }
    return last == 1 ? "Choose 1: " : "Choose 1-\(last): "
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
    let numbered = numbers.number(choices)
    guard let number = Int(line.trimming { $0 == " " }),
      let index = numbered.firstIndex(where: { $0.number == number })
    else {
      // The choices that there are now are printed again.
      printedChoices = []
      let hint = choices.isEmpty ? "There is nothing to choose now." : "Type one of the numbers."
      return try terminal.writeLine(Styled(hint))
    }
    switch choices[index].kind {
    case .action(let perform):
      printedChoices = []
      perform()
    case .entry: entry = choices[index]
    }
  }
}

/// A choice as it is printed.
struct NumberedChoice: Equatable {
  let number: Int
  let title: String
  let line: Styled

  static func == (one: NumberedChoice, other: NumberedChoice) -> Bool {
    (one.number, one.title) == (other.number, other.title)
  }
}

/// Gives numbers to choices, each once.
struct ChoiceNumbers {
  /// The numbers of the choices of one name, in their order.
  private var numbers: [String: [Int]] = [:]
  private var last = 0

  /// Returns the choices with the numbers that they have, or new ones.
  mutating func number(_ choices: [ScreenChoice]) -> [NumberedChoice] {
    var counts: [String: Int] = [:]
    return choices.map { choice in
      let count = counts[choice.id, default: 0]
      counts[choice.id] = count + 1
      if numbers[choice.id, default: []].count == count {
        last += 1
        numbers[choice.id, default: []].append(last)
      }
      let number = numbers[choice.id, default: []][count]
      return NumberedChoice(
        number: number, title: choice.title.text, line: "\(number): \(choice.title)")
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
