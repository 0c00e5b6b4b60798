import Basics
internal import Observation

/// Runs a screen as lines of text: facts are printed when they change, choices are numbered.
///
/// The choices are numbered from 1 when they are there for the first time, and after each answer,
/// once the screen waits for nothing. While they change by themselves a choice keeps its number, and no
/// other choice gets it: the user may be typing it.
@MainActor
final class LineModeRunner<S: DrawnScreen> {
  private let screen: S
  private let terminal: any Terminal
  private let events = EventQueue()
  private var printedFacts: [String] = []
  /// The lines of the choices that were printed since the user has made one.
  private var printedChoices: [String] = []
  /// The choices of the shown content.
  private var offered: [NumberedChoice] = []
  private var numbers = ChoiceNumbers()
  /// Whether the numbers begin anew as soon as there is something to choose.
  private var isRenumbering = true
  /// The news that was printed, which facts need not repeat.
  private var printedNews: Set<String> = []
  private var answers: [Result<String, PromptError>] = []
  private var reader: Task<Void, Never>?
  /// The choice whose text is being typed.
  private var entry: ScreenChoice?

  init(screen: S, terminal: any Terminal) { (self.screen, self.terminal) = (screen, terminal) }

  func run() async throws -> S.Outcome {
    guard terminal.capabilities.canPrompt else {
      throw PromptError.noTerminal(option: "a command; --help lists them")
    }
    let work = Task { await screen.work() }
    defer { work.cancel() }
    do {
      let outcome = try await loop()
      await stopReading()
      return outcome
    } catch {
      await stopReading()
      throw error
    }
  }

  private func loop() async throws -> S.Outcome {
    while true {
      if let outcome = try printChanges() { return outcome }
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
    let (content, outcome, isWaiting) = withObservationTracking {
      _ = screen.announcements
      return (screen.content, screen.outcome, screen.isBusy)
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
    let newChoices = offer(content.choices, isWaiting: isWaiting)
    let lines = news + facts + (outcome == nil ? newChoices.map(\.line) : [])
    guard !lines.isEmpty else { return outcome }
    if isAsking { try writeBesideFacts("\n") }
    try terminal.write(lines.map { $0.rendered(color) + "\n" }.joined())
    try terminal.flush()
    if isAsking, outcome == nil { try writeBesideFacts(prompt) }
    return outcome
  }

  /// Numbers the choices, and returns those to print; none while the screen waits for something.
  private func offer(_ choices: [ScreenChoice], isWaiting: Bool) -> [NumberedChoice] {
    if entry == nil { entry = choices.first { $0.asking == .now } }
    isRenumbering = isRenumbering || offered.isEmpty
    guard !isWaiting, entry?.asking != .now else {
      offered = numbers.known(choices)
      return []
    }
    if isRenumbering { numbers = ChoiceNumbers() }
    offered = numbers.number(choices)
    let lines = offered.map(\.line.text)
    if isRenumbering, printedChoices != lines, !choices.isEmpty { printedChoices = [] }
    isRenumbering = false
    let new = offered.filter { !printedChoices.contains($0.line.text) }
    printedChoices += new.map(\.line.text)
    return new
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
    guard let last = offered.map(\.number).max(), !isRenumbering else { return "" }
    let numbers = offered.count < last ? "a number" : last == 1 ? "1" : "1-\(last)"
    guard let typed = offered.first(where: { $0.choice.typed != nil }) else {
      return "Choose \(numbers): "
    }
    return "\(typed.choice.title.text) or choose \(numbers): "
  }

  // MARK: - Reading

  private var isHidden: Bool { if case .entry(true, _) = entry?.kind { true } else { false } }

  private func startReading() {
    guard reader == nil else { return }
    reader = Task { [prompt, isHidden, terminal, events] in
      do throws(PromptError) {
        answers.append(.success(try await terminal.readLine(prompt: prompt, isHidden: isHidden)))
      } catch {
        answers.append(.failure(error))
      }
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
      beginAnew()
      return submit(line)
    }
    let choices = screen.content.choices
    let number = Int(line.trimming { $0 == " " })
    let chosen = numbers.known(choices).first { $0.number == number }?.choice
    switch chosen?.kind {
    case .entry: entry = chosen
    case .action(let perform):
      beginAnew()
      perform()
    case nil:
      beginAnew()
      if let typed = choices.first(where: { $0.typed != nil })?.typed { return typed(line) }
      let hint = choices.isEmpty ? "There is nothing to choose now." : "Type one of the numbers."
      try terminal.writeLine(Styled(hint))
    }
  }

  /// Prints the choices that there are now, numbered from 1.
  private func beginAnew() { (isRenumbering, printedChoices) = (true, []) }
}

/// A choice as it is printed.
struct NumberedChoice {
  let number: Int
  let choice: ScreenChoice

  var line: Styled { "\(number): \(choice.title)" }
}

/// Numbers choices, each once.
struct ChoiceNumbers {
  /// The numbers of the choices of one name, in their order.
  private var numbers: [String: [Int]] = [:]
  private var last = 0

  /// Returns the choices with the numbers that they have, or new ones.
  mutating func number(_ choices: [ScreenChoice]) -> [NumberedChoice] {
    var unused = numbers
    for choice in choices where unused[choice.id]?.popLast() == nil {
      last += 1
      numbers[choice.id, default: []].append(last)
    }
    return known(choices)
  }

  func known(_ choices: [ScreenChoice]) -> [NumberedChoice] {
    var unused = numbers
    return choices.compactMap { choice in
      guard let number = unused[choice.id]?.first else { return nil }
      unused[choice.id]?.removeFirst()
      return NumberedChoice(number: number, choice: choice)
    }
  }
}
