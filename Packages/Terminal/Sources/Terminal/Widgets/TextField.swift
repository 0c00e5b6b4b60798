public import Observation

/// One line of text that is edited.
///
/// The keys are those of line editors: arrows, Home, End, Ctrl-A, E, B, F, D, H, K, U, W, and
/// Ctrl or Alt with an arrow for whole words.
@MainActor
@Observable
public final class TextField {
  /// Whether dots are shown instead of the text.
  public let isPassword: Bool
  /// The most characters that are taken.
  public let limit: Int
  private(set) var before: String
  private(set) var after = ""

  /// Creates a field with the cursor behind its text.
  public init(_ text: String = "", isPassword: Bool = false, limit: Int = 10_000) {
    (self.isPassword, self.limit) = (isPassword, limit)
    before = text
  }

  /// The keys of an edited text.
  public static let hints = [
    KeyHint("Left/Right", "Move in the text"), KeyHint("Home/End", "Start or end"),
    KeyHint("Ctrl-Left/Right", "Word by word"), KeyHint("Ctrl-U", "Delete to the start"),
    KeyHint("Ctrl-K", "Delete to the end"), KeyHint("Ctrl-W", "Delete the last word"),
  ]

  /// The text; setting it moves the cursor behind it.
  public var text: String {
    get { before + after }
    set { (before, after) = (newValue, "") }
  }

  /// Handles a key; `false` when the key means nothing to a text.
  @discardableResult
  public func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .left, .control("b"): moveLeft { _ in false }
    case .right, .control("f"): moveRight { _ in false }
    case .home, .control("a"): moveLeft { _ in true }
    case .end, .control("e"): moveRight { _ in true }
    case .wordLeft: moveLeft(while: overWord(from: before.last))
    case .wordRight: moveRight(while: overWord(from: after.first))
    case .backspace, .control("h"): _ = before.popLast()
    case .delete, .control("d"): if !after.isEmpty { after.removeFirst() }
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"):
      let rest = after
      moveLeft(while: overWord(from: before.last))
      after = rest
    default: return false
    }
    return true
  }

  /// Inserts text at the cursor, cleaned; its line breaks become spaces.
  public func insert(_ text: String) {
    let clean = isPassword ? Self.withoutControls(text) : SanitizedText.clean(text)
    let bytes = before.utf8.count + after.utf8.count + clean.utf8.count
    // Counting characters takes time, and is needed only near the limit.
    before += bytes <= limit ? clean : String(clean.prefix(room(for: clean)))
  }

  /// How many characters of a text fit; a mark joins the letter before it and takes no room.
  private func room(for text: String) -> Int {
    let joins = text.unicodeScalars.first?.properties.isGraphemeExtend ?? false
    return max(joins ? 1 : 0, limit - before.count - after.count)
  }

  /// A password keeps every character but control characters, and the break it was pasted with.
  private static func withoutControls(_ text: String) -> String {
    let kept = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return String(String.UnicodeScalarView(kept))
  }

  /// Moves one character, and on for as long as the next one belongs to the movement.
  private func moveLeft(while continues: (Character) -> Bool) {
    let count = before.reversed().enumerated().prefix { $0.offset == 0 || continues($0.element) }
      .count
    after = before.suffix(count) + after
    before.removeLast(count)
  }

  private func moveRight(while continues: (Character) -> Bool) {
    let count = after.enumerated().prefix { $0.offset == 0 || continues($0.element) }.count
    before += after.prefix(count)
    after.removeFirst(count)
  }

  /// Goes over spaces, then over the word.
  private func overWord(from first: Character?) -> (Character) -> Bool {
    var isInWord = first.map { $0 != " " } ?? false
    return { character in
      if character != " " { isInWord = true }
      return character != " " || !isInWord
    }
  }

  /// Draws the part of the text around the cursor into one row.
  public func draw(
    in frame: inout Frame, column: Int, row: Int, columns: Int, isFocused: Bool,
    style: Style = .plain
  ) {
    let shownBefore = masked(before, in: frame)
    let shownAfter = masked(after, in: frame)
    let visible = String(shownBefore.suffix(columns: max(0, columns - 1)))
    let position = column + visible.displayWidth
    let rest = shownAfter.prefix(columns: columns - visible.displayWidth)
    frame.write(Styled(runs: [.init(text: visible + rest, style: style)]), column: column, row: row)
    if isFocused, columns > 0 { frame.cursor = .init(column: position, row: row) }
  }

  private func masked(_ text: String, in frame: Frame) -> String {
    isPassword ? String(repeating: frame.isUnicode ? "•" : "*", count: text.count) : text
  }
}

extension String {
  /// The longest end that takes at most `columns`.
  fileprivate func suffix(columns: Int) -> Substring {
    var width = 0
    let count = reversed().prefix { character in
      width += character.displayWidth
      return width <= columns
    }.count
    return suffix(count)
  }
}
