/// Splits a command line as a POSIX shell does, without expanding anything.
enum ShellWords {
  struct Result: Equatable {
    /// The words; the last one is the word at the end of the line, empty after a space.
    var words: [String] = []
    /// The quotation mark that is still open at the end.
    var openQuote: Character?
    /// The last word as it was typed, with its quotation marks.
    var typed = ""
  }

  /// Splits a line whose last word is finished.
  static func split(_ line: String) -> Result {
    var result = splitForCompletion(line)
    if result.typed.isEmpty { result.words.removeLast() }
    return result
  }

  /// Splits a line up to a cursor at its end.
  static func splitForCompletion(_ line: String) -> Result {
    var result = Result()
    var word = ""
    var escaped = false
    for character in line {
      if escaped {
        word.append(character)
        escaped = false
      } else if character == "\\", result.openQuote != "'" {
        escaped = true
      } else if let quote = result.openQuote {
        if character == quote { result.openQuote = nil } else { word.append(character) }
      } else if character == "'" || character == "\"" {
        result.openQuote = character
      } else if character == " " || character == "\t" || character == "\n" {
        if !result.typed.isEmpty { result.words.append(word) }
        (word, result.typed) = ("", "")
        continue
      } else {
        word.append(character)
      }
      result.typed.append(character)
    }
    result.words.append(word)
    return result
  }
}
