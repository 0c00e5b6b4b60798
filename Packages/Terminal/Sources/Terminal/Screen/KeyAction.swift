/// Something that a key does: a hint in a picture, a numbered choice where lines are printed.
public struct KeyAction {
  public let key: Key
  public let title: Styled
  let news: Int
  private let action: @MainActor () -> Void
  private var typed: (@MainActor (String) -> Void)?

  /// Names an action; the title begins with a capital letter.
  ///
  /// - Parameters:
  ///   - key: The key that runs it.
  ///   - title: Its name; begins with a capital letter.
  ///   - news: How much is new where it leads to; shown beside the title.
  ///   - action: The action of the key.
  public init(
    _ key: Key, _ title: Styled, news: Int = 0, perform action: @escaping @MainActor () -> Void
  ) {
    (self.key, self.title, self.news, self.action) = (key, title, news, action)
  }

  /// Retries failed work.
  public static func retry(
    _ title: Styled = "Try again", _ work: @escaping @MainActor () async -> Void
  ) -> KeyAction {
    KeyAction(.control("r"), title) { Task.immediate { await work() } }
  }

  /// The action, which where lines are printed also takes what is typed and is no number of a choice.
  public func typing(_ typed: @escaping @MainActor (String) -> Void) -> KeyAction {
    var action = self
    action.typed = typed
    return action
  }

  /// The action as a line of the picture.
  public var hint: KeyHint {
    guard news > 0 else { return KeyHint(key.name, title) }
    return KeyHint(key.name, "\(title) \(news, .accent)", isNews: true)
  }

  /// The action as a numbered choice.
  public var choice: ScreenChoice {
    var choice = ScreenChoice.action(
      news > 0 ? "\(title), \(news) new" : title, id: title.text, perform: action)
    choice.typed = typed
    return choice
  }

  @MainActor
  func callAsFunction() { action() }
}

extension [KeyAction] {
  /// Performs the action of a key; `false` when the key has none.
  @MainActor
  @discardableResult
  public func perform(_ key: Key) -> Bool {
    guard let action = first(where: { $0.key == key }) else { return false }
    action()
    return true
  }

  public var hints: [KeyHint] { map(\.hint) }
  public var choices: [ScreenChoice] { map(\.choice) }
}

/// The name of a key and its action.
public struct KeyHint: Sendable, Equatable {
  public let key: String
  public let meaning: Styled
  /// Whether something new is there, so that the hint is seen before others.
  let isNews: Bool

  /// Names a key, or several, for example `"Arrows"`.
  public init(_ key: String, _ meaning: Styled) { self.init(key, meaning, isNews: false) }

  init(_ key: String, _ meaning: Styled, isNews: Bool) {
    (self.key, self.meaning, self.isNews) = (key, meaning, isNews)
  }

  var line: Styled { "\(key, .bold) \(isNews ? meaning : meaning.styled(.muted))" }
}

/// A question that is answered with yes or no before something is done.
public struct Question {
  public let text: Styled
  private let yes: Styled
  private let perform: @MainActor () -> Void

  public init(_ text: Styled, yes: Styled, perform: @escaping @MainActor () -> Void) {
    (self.text, self.yes, self.perform) = (text, yes, perform)
  }

  /// The two answers, each of which first removes the question.
  public func answers(_ withdraw: @escaping @MainActor () -> Void) -> [KeyAction] {
    [
      KeyAction(.character("y"), yes) { [perform] in
        withdraw()
        perform()
      },
      KeyAction(.character("n"), "No", perform: withdraw),
    ]
  }
}
