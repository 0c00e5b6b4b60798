/// Text without the characters that could disturb a terminal or mislead a reader.
///
/// Removed are control characters (C0, C1, delete), whole escape sequences, the marks that change
/// the direction of text, and characters that are invisible. Line breaks and tabs become spaces
/// unless they are kept. Joiners stay where a script or an emoji needs them.
public struct SanitizedText: Sendable, Equatable, Hashable {
  /// The treatment of line breaks and tabs.
  public enum LineBreaks: Sendable {
    /// Each becomes one space.
    case replaced
    /// Line feeds stay; a tab still becomes a space.
    case kept
  }

  /// The clean text.
  public let text: String

  /// Cleans a text.
  public init(_ text: String, lineBreaks: LineBreaks = .replaced) {
    self.text = Self.clean(text, lineBreaks: lineBreaks)
  }

  /// Returns the clean form of a text; cleaning it again changes nothing.
  public static func clean(_ text: String, lineBreaks: LineBreaks = .replaced) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var cleaner = TextSanitizer(lineBreaks: lineBreaks)
    return cleaner.clean(text)
  }
}

extension SanitizedText: CustomStringConvertible {
  public var description: String { text }
}
