extension String {
  /// Whether the text has scalars that could hide or reorder what a reader sees. Joiners and
  /// variation selectors are allowed where a script or an emoji needs them.
  public var containsInvisibleScalars: Bool {
    let scalars = Array(unicodeScalars)
    return scalars.indices.contains { scalars.isInvisible(at: $0) }
  }

  /// The text without such scalars.
  public var removingInvisibleScalars: String {
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
    let scalars = Array(unicodeScalars)
    let visible = scalars.indices.filter { !scalars.isInvisible(at: $0) }.map { scalars[$0] }
    return String(String.UnicodeScalarView(visible))
  }
}

extension [Unicode.Scalar] {
  fileprivate func isInvisible(at index: Int) -> Bool {
    guard self[index].isInvisible else { return false }
    guard index > 0 else { return true }
    switch self[index] {
    case "\u{200C}", "\u{200D}":
      return index + 1 == count || !self[index - 1].takesJoiner || !self[index + 1].takesJoiner
    case "\u{FE0E}", "\u{FE0F}": return !self[index - 1].properties.isEmoji
    default: return true
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a control (C0, C1), a line or paragraph separator, a mark of direction,
  /// or another scalar that is not drawn.
  var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether a joiner may stand beside the scalar: a letter or mark of the scripts from Hebrew to
  /// the Vedic extensions, or a part of an emoji.
  fileprivate var takesJoiner: Bool {
    let isShaped = properties.isAlphabetic || properties.generalCategory == .nonspacingMark
    return (0x0590...0x1CFF).contains(value)
      ? isShaped
      : !isASCII && properties.isEmoji
        || value == 0xFE0F
  }
}
