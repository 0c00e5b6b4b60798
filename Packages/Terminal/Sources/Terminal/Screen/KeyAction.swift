/// Something that a key does: a hint in a picture, a numbered choice where lines are printed.
public struct KeyAction {
  public let key: Key
  public let title: Styled
  private let action: @MainActor () -> Void

  /// Names an action; the title begins with a capital letter.
  public init(_ key: Key, _ title: Styled, perform action: @escaping @MainActor () -> Void) {
    self.key = key
    self.title = title
    self.action = action
  }

  /// The action as a line of the picture.
  public var hint: KeyHint { KeyHint(key.name, title) }

  /// The action as a numbered choice.
  public var choice: ScreenChoice { .action(title, perform: action) }

  @MainActor
  func callAsFunction() {
    action()
  }
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

  /// The actions as lines of the picture.
  public var hints: [KeyHint] { map(\.hint) }

  /// The actions as numbered choices.
  public var choices: [ScreenChoice] { map(\.choice) }
}

/// The name of a key and its action.
public struct KeyHint: Sendable, Equatable {
  public let key: String
  public let meaning: Styled

  /// Names a key, or several, for example `"Arrows"`.
  public init(_ key: String, _ meaning: Styled) {
    self.key = key
    self.meaning = meaning
  }

  var line: Styled { "\(key, .bold) \(meaning.styled(.muted))" }
}
