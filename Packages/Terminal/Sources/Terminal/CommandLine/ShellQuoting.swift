/// Writes completions for bash, which inserts them into the line as they are.
///
/// A value may come from a file or from another person, so every character that the shell would
/// not read as itself is quoted.
struct ShellQuoting: Sendable, Equatable {
  /// The quotation mark that is open where bash inserts the completion.
  private let openQuote: Unicode.Scalar?

  /// The unquoted beginning of the typed word that bash keeps in front of the completion.
  private let kept: String

  /// Works out the quoting of a word; `nil` if no completion of it can be written.
  ///
  /// - Parameters:
  ///   - split: The line up to the cursor.
  ///   - replaced: The end of the typed word, which bash replaces by the completion. It begins
  ///     after an open quotation mark and after some of bash's `COMP_WORDBREAKS`.
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
    var text = String.UnicodeScalarView()
    for scalar in value {
      if !isPlain(scalar) { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
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
