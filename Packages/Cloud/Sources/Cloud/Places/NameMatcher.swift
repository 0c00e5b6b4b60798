/// How well a name matches a query, best first.
package enum MatchQuality: Int, CaseIterable, Comparable, Sendable {
  /// The name is the query.
  case exact
  /// The name begins with the query.
  case beginning
  /// Each word of the query begins a word of the name.
  case words

  package static func < (left: MatchQuality, right: MatchQuality) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Compares folded names with one folded query, byte by byte: a search looks at thousands of them.
package struct NameMatcher: Sendable {
  private let query: [UInt8]
  private let words: [[UInt8]]

  package init(_ query: AccentFoldedText) {
    self.query = Array(query.text.utf8)
    words = query.words.map { Array($0.utf8) }
  }

  /// Returns how a folded name matches, `nil` when it does not.
  package func quality(of name: UnsafeBufferPointer<UInt8>) -> MatchQuality? {
    if name.starts(with: query) { return name.count == query.count ? .exact : .beginning }
    return words.allSatisfy { Self.isBeginningOfWord($0, in: name) } ? .words : nil
  }

  private static func isBeginningOfWord(
    _ word: [UInt8], in name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var start = 0
    while start + word.count <= name.count {
      if name[start...].starts(with: word) { return true }
      guard let blank = name[start...].firstIndex(of: UInt8(ascii: " ")) else { return false }
      start = blank + 1
    }
    return false
  }
}
