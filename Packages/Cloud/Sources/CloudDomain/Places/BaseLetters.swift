/// Maps letters with diacritics to their base letters.
enum BaseLetters {
  /// Returns the search key of a lowercase letter: its base letter, or its transcription.
  static func plain(_ letter: Unicode.Scalar) -> String.UnicodeScalarView {
    guard hasMarkedLetters(letter) else { return String.UnicodeScalarView([letter]) }
    if let letters = spelled[letter] { return letters.unicodeScalars }
    guard let name = letter.properties.name, let with = name.firstRange(of: " WITH "),
      let plain = byName[String(name[..<with.lowerBound])]
    else { return String.UnicodeScalarView([letter]) }
    return String.UnicodeScalarView([plain])
  }

  /// The usual transcriptions of letters that have no base letter.
  private static let spelled: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "ǽ": "ae", "ǣ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i",
    "ĳ": "ij", "ŋ": "n", "ĸ": "k", "ſ": "s", "ŉ": "n", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl",
    "ς": "σ", "ё": "е", "й": "и", "ї": "і", "ѓ": "г", "ќ": "к", "ў": "у",
  ]

  /// Unicode names a marked letter after its plain one, for example LATIN SMALL LETTER L WITH
  /// STROKE, so the names of the plain letters are all the table that is needed.
  private static let byName: [String: Unicode.Scalar] = {
    let ranges: [ClosedRange<UInt32>] = [0x61...0x7A, 0x3B1...0x3C9, 0x430...0x45F]
    let letters = ranges.joined().compactMap(Unicode.Scalar.init)
    return Dictionary(
      letters.compactMap { letter in letter.properties.name.map { ($0, letter) } },
      uniquingKeysWith: { first, _ in first })
  }()

  /// Whether the letter is in a block with marked Latin, Greek or Cyrillic letters.
  private static func hasMarkedLetters(_ letter: Unicode.Scalar) -> Bool {
    switch letter.value {
    case 0x80...0x52F, 0x1D00...0x1FFF, 0x2C60...0x2C7F, 0xA640...0xA7FF, 0xFB00...0xFB06: true
    default: false
    }
  }
}
