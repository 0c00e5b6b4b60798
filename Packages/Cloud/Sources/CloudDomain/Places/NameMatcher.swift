/// How well the names of a place match a query, best first.
package enum MatchQuality: Int, CaseIterable, Comparable, Sendable {
  /// One of the names is the query.
  case exact
  /// The name that is shown begins with the query.
  case beginning
  /// Each word of the query begins a word of a name.
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

  /// Returns how a place matches, `nil` when it does not.
  ///
  /// - Parameters:
  ///   - name: Its folded name.
  ///   - otherNames: Its further names, folded, one in a line.
  package func quality(
    of name: UnsafeBufferPointer<UInt8>, otherNames: UnsafeBufferPointer<UInt8>
  ) -> MatchQuality? {
    let isBeginning = name.starts(with: query)
    if isBeginning, name.count == query.count { return .exact }
    if !otherNames.isEmpty,
      otherNames.split(separator: UInt8(ascii: "\n")).contains(where: { $0.elementsEqual(query) })
    {
      return .exact
    }
    if isBeginning { return .beginning }
    let isMatch = words.allSatisfy { word in
      Self.isBeginningOfWord(word, in: name) || Self.isBeginningOfWord(word, in: otherNames)
    }
    return isMatch ? .words : nil
  }

  private static func isBeginningOfWord(
    _ word: [UInt8], in names: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var start = 0
    while start + word.count <= names.count {
      if names[start...].starts(with: word) { return true }
      // A blank, or the end of a line.
      guard let end = names[start...].firstIndex(where: { $0 <= UInt8(ascii: " ") })
      else { return false }
      start = end + 1
    }
    return false
  }
}
