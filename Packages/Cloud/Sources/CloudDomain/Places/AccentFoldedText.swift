/// The search key of a name: lowercase, without accents, words separated by one blank.
///
/// Letters and digits of all scripts are kept. A letter with a mark becomes the plain letter, also
/// where Unicode does not decompose it: `Łódź` is `lodz`, `Smørrebrød` is `smorrebrod`.
package struct AccentFoldedText: Equatable, Sendable {
  package let text: String

  /// Folds the case and accents of a text.
  package init(_ text: String) {
    self.text = text.utf8.allSatisfy { $0 < 0x80 } ? Self.foldASCII(text) : Self.foldUnicode(text)
  }

  /// Uses a text that is folded already.
  package init(folded text: String) { self.text = text }

  package var words: [Substring] { text.split(separator: " ") }

  private static func foldASCII(_ text: String) -> String {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    var isWordPending = false
    for byte in text.utf8 {
      guard let small = small(byte) else {
        isWordPending = true
        continue
      }
      if isWordPending, !folded.isEmpty { folded.append(UInt8(ascii: " ")) }
      isWordPending = false
      folded.append(small)
    }
    return String(decoding: folded, as: UTF8.self)
  }

  /// Returns a digit, or a letter as a small one; `nil` for others.
  private static func small(_ ascii: UInt8) -> UInt8? {
    switch ascii {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      // Bit 5 is set in small letters and digits and makes capitals small.
      ascii | 0x20
    default: nil
    }
  }

  private static func foldUnicode(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    var isWordPending = false
    func beginLetter() {
      if isWordPending, !folded.isEmpty { folded.append(" ") }
      isWordPending = false
    }
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        // Most letters of most names, whose properties need not be looked up.
        guard let small = small(UInt8(scalar.value)) else {
          isWordPending = true
          continue
        }
        beginLetter()
        folded.append(Unicode.Scalar(small))
        continue
      }
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber:
        beginLetter()
        for small in scalar.properties.lowercaseMapping.unicodeScalars
        where small.properties.generalCategory != .nonspacingMark {
          folded.append(contentsOf: BaseLetters.plain(small))
        }
      case .nonspacingMark where isAccent(scalar): continue
      case .nonspacingMark, .spacingMark: folded.append(scalar)
      default: isWordPending = true
      }
    }
    return String(folded)
  }

  /// Whether the mark is an accent of Latin, Greek or Cyrillic letters; marks of other scripts are
  /// vowels, which distinguish words. Source: Unicode blocks "Combining Diacritical Marks",
  /// "… Extended" and "… Supplement".
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF: true
    default: false
    }
  }
}
