import Testing

@testable import Cloud

struct NameMatcherTests {
  @Test(arguments: [
    ("park", "park", MatchQuality.exact), ("park", "parkway", .beginning),
    ("park", "park lane", .beginning), ("park", "old park", .words),
    ("park", "old parkway", .words),
    ("park", "spark", nil), ("park", "par", nil), ("park", "", nil), ("pa ol", "old park", .words),
    ("old pa", "old park", .beginning), ("pa pa", "old park", .words), ("pa x", "old park", nil),
    ("åland", "åland", .exact), ("東", "東京", .beginning),
  ])
  func `A name matches a query`(query: String, name: String, quality: MatchQuality?) {
    let matcher = NameMatcher(AccentFoldedText(folded: query))

    let found = Array(name.utf8).withUnsafeBufferPointer { matcher.quality(of: $0) }
    #expect(found == quality)
  }
}
