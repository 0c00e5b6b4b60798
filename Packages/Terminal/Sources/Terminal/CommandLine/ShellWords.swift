/// Splits a command line as bash does, without expanding anything.
///
/// The text is read by Unicode scalar: a shell has no grapheme clusters, and a letter
/// such as U+0D4E forms one `Character` with the quotation mark that follows it.
/// Source: Bash Reference Manual, 3.1.2 "Quoting".
package enum ShellWords {
  package struct Result: Equatable {
    /// The words; the last one is the word at the end of the line, empty after a space.
    package var words: [String] = []
    /// The quotation mark that is still open at the end.
    var openQuote: Unicode.Scalar?
    /// The last word as it was typed, with its quotation marks.
    package var typed = ""
    /// Whether the shell would replace a part of the last word by a variable or a command's output.
    var hasExpansion = false
  }

  /// Splits a line up to a cursor at its end.
  package static func splitForCompletion(_ line: String) -> Result {
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

/// Writes completions for bash, which inserts them into the line as they are.
///
/// A value may come from a file or from another user, so every character that the shell would
/// not read as itself is quoted.
struct ShellQuoting: Sendable, Equatable {
  /// The quotation mark that is open where bash inserts the completion.
  private let openQuote: Unicode.Scalar?
  /// The unquoted beginning of the typed word that bash keeps in front of the completion.
  private let kept: String

  /// Works out the quoting of the last word of a line; `nil` if no completion of it can be written.
  ///
  /// - Parameter replaced: The end of the typed word, which bash replaces by the completion. It begins
  ///   after an open quotation mark and after some of bash's `COMP_WORDBREAKS`.
  init?(split: ShellWords.Result, replaced: String) {
    let typed = Array(split.typed.utf8)
    guard !split.hasExpansion, typed.suffix(replaced.utf8.count) == Array(replaced.utf8)[...] else {
      return nil
    }
    let start = ShellWords.splitForCompletion(
      String(decoding: typed.dropLast(replaced.utf8.count), as: UTF8.self))
    guard start.words.count == 1 else { return nil }
    kept = start.words[0]
    openQuote = start.openQuote
  }

  /// Returns what bash inserts for a value; `nil` if the value does not begin with the part
  /// of the word that bash keeps.
  func write(_ value: String) -> String? {
    guard value.utf8.starts(with: kept.utf8) else { return nil }
    let rest = value.unicodeScalars.dropFirst(kept.unicodeScalars.count)
    return openQuote.map { Self.write(rest, inside: $0) } ?? Self.write(rest)
  }

  private static func write(_ value: Substring.UnicodeScalarView) -> String {
    value.map { (isPlain($0) ? "" : "\\") + String($0) }.joined()
  }

  /// Writes a value after an open quotation mark, which bash closes unless the text ends with one.
  private static func write(
    _ value: Substring.UnicodeScalarView, inside quote: Unicode.Scalar
  ) -> String {
    var text = String.UnicodeScalarView()
    for scalar in value {
      if scalar == quote || (quote == "\"" && scalar == "!") {
        // Between double quotes an exclamation mark always begins a history expansion.
        text.append(contentsOf: [quote, "\\", scalar, quote])
      } else {
        if quote == "\"", "\\$`".unicodeScalars.contains(scalar) { text.append("\\") }
        text.append(scalar)
      }
    }
    if text.last == quote { text.append(quote) }
    return String(text)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    case "-", "_", ".", ",", "/", ":", "=", "@", "%", "+": true
    default: !scalar.isASCII && scalar.properties.isAlphabetic
    }
  }
}
