/// The text and choices of a screen, for line mode.
public struct ScreenContent {
  /// One fact per line.
  public var facts: [Styled]

  /// The choices, in the order of their numbers.
  public var choices: [ScreenChoice]

  public init(facts: [Styled], choices: [ScreenChoice] = []) {
    self.facts = facts
    self.choices = choices
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
