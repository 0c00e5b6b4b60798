/// A screen that is shown until there is an outcome, drawn from the state of its model.
///
/// It is drawn again whenever something that ``draw(in:)``, ``outcome`` or ``content`` read has
/// changed, as the `Observation` module sees it: models and widgets are `@Observable`. Where a
/// picture cannot be shown, ``content`` is printed as lines, and choices are made by number.
@MainActor
public protocol DrawnScreen<Outcome> {
  /// The result of the screen: a session, a choice, or only that it was left.
  associatedtype Outcome: Sendable

  /// Ends the screen as soon as there is one.
  var outcome: Outcome? { get }
  /// The facts and choices of the picture, for terminals that show lines only.
  var content: ScreenContent { get }
  /// The line below the picture; none where there is nothing to say.
  var status: Styled? { get }
  /// The news that waits to be announced.
  var announcements: [Announcement] { get }
  /// Whether the screen waits for something: ``Frame/spinner`` turns, and where lines are printed
  /// nothing new is offered until then.
  var isBusy: Bool { get }
  /// Measures the time between two pictures of the spinner.
  var clock: any Clock<Duration> { get }

  func draw(in frame: inout Frame)

  func handle(_ key: Key)

  /// Reacts to the mouse, where the frame takes it, on a screen that was drawn in that size.
  func handle(_ event: MouseEvent, size: TerminalSize)

  func paste(_ text: String)

  /// Returns the news to announce, each once.
  func takeAnnouncements() -> [Announcement]

  /// Runs beside the screen, for example to load something, and is cancelled when it ends.
  func work() async
}

extension DrawnScreen {
  public var status: Styled? { nil }
  public var announcements: [Announcement] { [] }
  public var isBusy: Bool { false }
  public var clock: any Clock<Duration> { ContinuousClock() }
  public func handle(_ event: MouseEvent, size: TerminalSize) {}
  public func paste(_ text: String) {}
  public func takeAnnouncements() -> [Announcement] { [] }
  public func work() async {}

  /// Shows the screen until there is an outcome.
  ///
  /// - Throws: ``PromptError`` when the user interrupts or the terminal is closed.
  public func run(on terminal: any Terminal) async throws -> Outcome {
    let capabilities = terminal.capabilities
    if capabilities.inputIsTerminal, capabilities.canRedraw {
      return try await ScreenRunner(screen: self, terminal: terminal).run()
    }
    return try await LineModeRunner(screen: self, terminal: terminal).run()
  }
}

/// The text and choices of a screen, for line mode.
public struct ScreenContent {
  /// One fact per line.
  public var facts: [Styled]
  /// The choices, in the order of their numbers.
  public var choices: [ScreenChoice]

  public init(facts: [Styled], choices: [ScreenChoice] = []) {
    (self.facts, self.choices) = (facts, choices)
  }
}

/// Something that can be done on a screen.
public struct ScreenChoice {
  enum Kind {
    case action(@MainActor () -> Void)
    case entry(isHidden: Bool, @MainActor (String) -> Void)
  }

  /// When the line of an entry is asked for.
  public enum Asking: Sendable {
    /// When the entry is chosen by its number.
    case onChoice
    /// Now, before anything can be chosen.
    case now
    /// Always: what is typed and is no number of a choice is the line.
    case always
  }

  let title: Styled
  let kind: Kind
  var asking = Asking.onChoice
  /// The identity of the choice, which stays however its title changes.
  let id: String
  /// Takes what is typed and is no number of a choice.
  var typed: (@MainActor (String) -> Void)?

  /// Offers an action.
  ///
  /// - Parameters:
  ///   - title: The name of the action.
  ///   - id: Its identity when its title may change; the title without it.
  ///   - perform: Does it.
  public static func action(
    _ title: Styled, id: String? = nil, perform: @escaping @MainActor () -> Void
  ) -> ScreenChoice {
    ScreenChoice(title: title, kind: .action(perform), id: id ?? title.text)
  }

  /// Offers to type a line.
  public static func entry(
    _ title: Styled, isHidden: Bool = false, asking: Asking = .onChoice,
    submit: @escaping @MainActor (String) -> Void
  ) -> ScreenChoice {
    ScreenChoice(
      title: title, kind: .entry(isHidden: isHidden, submit), asking: asking, id: title.text,
      typed: asking == .always ? submit : nil)
  }
}

extension Clock where Duration == Swift.Duration {
  /// Repeats a piece of work, each time an interval after the last one, until the task is cancelled.
  @MainActor
  public func repeatedly(
    after interval: Swift.Duration, _ work: @MainActor () async -> Void
  ) async {
    // The only error of a sleep is the cancellation that ends this.
    while (try? await sleep(for: interval)) != nil { await work() }
  }
}
