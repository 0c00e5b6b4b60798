/// Text without the characters that could disturb a terminal or mislead a reader.
///
/// Removed are control characters (C0, C1, delete), whole escape sequences, the marks that change
/// the direction of text, and characters that are invisible. Line breaks and tabs become spaces.
/// Joiners stay where a script or an emoji needs them.
public struct SanitizedText {
  /// More marks on one letter than any language writes would cover the lines around it.
  private static let mostMarks = 8
  private var result = String.UnicodeScalarView()
  private var marks = 0

  /// Returns the clean form of a text; cleaning it again changes nothing.
  public static func clean(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    let scalars = Array(text.unicodeScalars)
    var cleaner = SanitizedText()
    var index = 0
    while index < scalars.count {
      if let end = EscapeSequence.end(in: scalars, from: index) {
        index = end
      } else {
        cleaner.append(scalars[index], next: index + 1 < scalars.count ? scalars[index + 1] : nil)
        index += 1
      }
    }
    return String(cleaner.result)
  }

  private mutating func append(_ scalar: Unicode.Scalar, next: Unicode.Scalar?) {
    switch scalar {
    case "\r" where next == "\n": break
    case "\t", "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": take(" ")
    case "\u{200C}", "\u{200D}": if isJoiningNeeded(before: next) { take(scalar) }
    case "\u{FE0E}", "\u{FE0F}":
      if let last = result.last, last.properties.isEmoji { take(scalar) }
    // Controls, and the marks of annotations.
    case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFF9}"..."\u{FFFB}": break
    case _ where scalar.properties.isDefaultIgnorableCodePoint: break
    case _ where scalar.isCombiningMark:
      guard marks < Self.mostMarks else { return }
      result.append(scalar)
      marks += 1
    default: take(scalar)
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    result.append(scalar)
    marks = 0
  }

  /// Joiners shape the letters of scripts from Hebrew on, and combine emoji; elsewhere they hide.
  private func isJoiningNeeded(before next: Unicode.Scalar?) -> Bool {
    guard let last = result.last, let next else { return false }
    let joinsEmoji = last.canEndEmoji && next.properties.isEmoji && !next.isASCII
    return joinsEmoji || (last.isShapedLetter && next.isShapedLetter)
  }
}

extension Unicode.Scalar {
  fileprivate var canEndEmoji: Bool {
    !isASCII && (properties.isEmoji || properties.isEmojiModifier || value == 0xFE0F)
  }

  fileprivate var isShapedLetter: Bool {
    (0x0590...0x1CFF).contains(value) && (properties.isAlphabetic || isCombiningMark)
  }

  var isCombiningMark: Bool {
    let category = properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
  }
}

/// The control sequences of terminals.
/// Source: ECMA-48, "Control Functions for Coded Character Sets", 5.4 and 8.3.
enum EscapeSequence {
  /// Returns where the sequence that begins at `start` ends, or `nil` if none begins there.
  static func end(in scalars: [Unicode.Scalar], from start: Int) -> Int? {
    switch scalars[start] {
    case "\u{9B}": return endOfControl(scalars, start + 1, "\u{20}"..."\u{3F}", "\u{40}"..."\u{7E}")
    case "\u{90}", "\u{98}", "\u{9D}", "\u{9E}", "\u{9F}": return endOfString(scalars, start + 1)
    case "\u{1B}": break
    default: return nil
    }
    guard start + 1 < scalars.count else { return start + 1 }
    switch scalars[start + 1] {
    case "[": return endOfControl(scalars, start + 2, "\u{20}"..."\u{3F}", "\u{40}"..."\u{7E}")
    case "]", "P", "X", "^", "_": return endOfString(scalars, start + 2)
    case "\u{20}"..."\u{2F}":
      return endOfControl(scalars, start + 2, "\u{20}"..."\u{2F}", "\u{30}"..."\u{7E}")
    case "\u{30}"..."\u{7E}": return start + 2
    default: return start + 1
    }
  }

  /// Parameters or intermediate bytes, then one final byte.
  private static func endOfControl(
    _ scalars: [Unicode.Scalar], _ start: Int, _ parameters: ClosedRange<Unicode.Scalar>,
    _ final: ClosedRange<Unicode.Scalar>
  ) -> Int {
    let end = scalars[start...].firstIndex { !parameters.contains($0) }
    return end.map { final.contains(scalars[$0]) ? $0 + 1 : $0 } ?? scalars.count
  }

  /// A string that ends with BEL or ST; an unfinished one ends at the next line break.
  private static func endOfString(_ scalars: [Unicode.Scalar], _ start: Int) -> Int {
    var index = start
    while index < scalars.count {
      switch scalars[index] {
      case "\u{07}", "\u{9C}": return index + 1
      case "\u{1B}":
        let isTerminator = index + 1 < scalars.count && scalars[index + 1] == "\\"
        return isTerminator ? index + 2 : index
      case "\n", "\r": return index
      default: index += 1
      }
    }
    return index
  }
}
