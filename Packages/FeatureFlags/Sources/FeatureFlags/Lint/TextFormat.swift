/// The formats of texts that the embedded schemas name.
enum TextFormat {
  static func isSatisfied(_ name: String, by text: String) -> Bool {
    switch name {
    case "koober-line": isLine(text)
    case "koober-flagd-path": text.utf8.starts(with: "$flagd.".utf8)
    case "koober-semantic-version": SemanticVersion(strict: text[...]) != nil
    default: true  // Draft 7: a format that is not known says nothing.
    }
  }

  /// At least one character, none of which ends a line.
  private static func isLine(_ text: String) -> Bool {
    !text.utf8.isEmpty
      && text.unicodeScalars.allSatisfy {
        switch $0.value {
        case 0x0A, 0x0D, 0x2028, 0x2029: false
        default: true
        }
      }
  }
}
