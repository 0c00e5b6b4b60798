extension String {
  /// The columns that the text takes on a terminal; line breaks count nothing.
  public var displayWidth: Int {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// The longest beginning that takes at most `columns`; a wide character is never cut in half.
  func prefix(columns: Int) -> String {
    var width = 0
    let kept = prefix { character in
      width += character.displayWidth
      return width <= columns
    }
    return String(kept)
  }

  /// The text, filled with spaces to `columns`.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - displayWidth))
  }

  /// The lines of a text that has no line breaks of its own, broken at spaces; a word longer than the
  /// width has a line of its own, and `hanging` spaces stand before every line but the first.
  func wrapped(to width: Int, hanging: Int = 0) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      if !line.isEmpty, line.displayWidth + 1 + String(word).displayWidth > width {
        lines.append(line)
        line = "".padded(to: hanging) + word
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    return lines + [line]
  }
}

extension Character {
  /// The columns that the character takes on a terminal: 0, 1 or 2; more only for the conjuncts
  /// of Indic scripts, which terminals show letter by letter.
  var displayWidth: Int {
    if let ascii = asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.isWide || (first.properties.isEmoji && scalars.contains("\u{FE0F}")) { return 2 }
    return scalars.reduce(0) { $0 + $1.narrowWidth }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar takes two columns.
  /// Source: Unicode Standard Annex 11, East Asian Width, the classes W and F. Emoji come from the
  /// property Emoji_Presentation; the rest are these blocks, in which unassigned scalars count too.
  fileprivate var isWide: Bool {
    switch value {
    case ..<0x1100: false
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
      0x1D300...0x1D37F, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }

  /// The columns of a scalar that is not wide.
  fileprivate var narrowWidth: Int {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F: return 0
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0  // Hangul vowels and finals join the initial.
    default: break
    }
    if properties.isDefaultIgnorableCodePoint { return 0 }
    return isCombiningMark ? 0 : 1
  }
}
