/// How bash wants the answer to a completion to be written.
struct ShellQuoting: Sendable, Equatable {
  /// The quotation mark that is open before the cursor.
  var openQuote: Character?

  /// The part of the typed word that bash treats as earlier words; it is not repeated.
  var consumed = ""

  /// Works out the quoting from the line up to the cursor and bash's `COMP_WORDBREAKS`.
  init(split: ShellWords.Result, wordBreaks: String) {
    openQuote = split.openQuote
    guard split.openQuote == nil, let word = split.words.last,
      let last = word.lastIndex(where: { ":=@".contains($0) && wordBreaks.contains($0) })
    else { return }
    consumed = String(word[...last])
  }

  init() {}

  /// Writes one candidate for bash.
  func write(_ value: String) -> String {
    let rest = value.hasPrefix(consumed) ? String(value.dropFirst(consumed.count)) : value
    guard openQuote == nil else { return rest }
    return rest.reduce(into: "") { text, character in
      if !Self.isPlain(character) { text.append("\\") }
      text.append(character)
    }
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-_./,:=@%+".contains(character)
  }
}
