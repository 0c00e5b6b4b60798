/// Splits a command line as bash does, without expanding anything.
///
/// The text is read by Unicode scalar: a shell has no grapheme clusters, and a letter
/// such as U+0D4E forms one `Character` with the quotation mark that follows it.
///
/// Source: Bash Reference Manual, 3.1.2 "Quoting".
enum ShellWords {
  struct Result: Equatable {
    /// The words; the last one is the word at the end of the line, empty after a space.
    var words: [String] = []
    /// The quotation mark that is still open at the end.
    var openQuote: Unicode.Scalar?
    /// The last word as it was typed, with its quotation marks.
    var typed = ""
    /// Whether the shell would replace a part of the last word by a variable or a command's output.
    var hasExpansion = false
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
    var word = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        if result.openQuote != nil, !"\\\"$`\n".unicodeScalars.contains(scalar) {
          word.append("\\")
        }
        word.append(scalar)
        isEscaped = false
      } else if scalar == "\\", result.openQuote != "'" {
        isEscaped = true
      } else if result.openQuote == scalar {
        result.openQuote = nil
      } else if result.openQuote == nil, scalar == "'" || scalar == "\"" {
        result.openQuote = scalar
      } else if result.openQuote == nil, scalar == " " || scalar == "\t" || scalar == "\n" {
        if !result.typed.isEmpty { result.words.append(String(word)) }
        (word, result.typed, result.hasExpansion) = (.init(), "", false)
        continue
      } else {
        if result.openQuote != "'", scalar == "$" || scalar == "`" { result.hasExpansion = true }
        word.append(scalar)
      }
      result.typed.unicodeScalars.append(scalar)
    }
    result.words.append(String(word))
    return result
  }
}
