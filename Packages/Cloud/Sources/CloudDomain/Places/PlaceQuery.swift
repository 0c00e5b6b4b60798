package import Core

/// A search for places, checked and folded.
package struct PlaceQuery: Equatable, Sendable {
  /// The typed text; has at least one word.
  package let text: AccentFoldedText
  package let near: Location?
  /// At least one.
  package let limit: Int
  package let ranking: PlaceRanking

  /// Creates a query; `nil` when the text has no letter and no digit, so that nothing matches.
  package init?(text: String, near: Location?, limit: Int, ranking: PlaceRanking) {
    let folded = AccentFoldedText(text)
    guard !folded.text.isEmpty else { return nil }
    self.text = folded
    self.near = near
    self.limit = max(1, limit)
    self.ranking = ranking
  }
}
