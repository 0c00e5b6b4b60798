import Testing

@testable import CloudDomain

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

    #expect(Self.quality(matcher, name) == quality)
  }

  @Test(arguments: [
    ("vienna", MatchQuality.exact), ("park hof", .exact), ("wien", .exact), ("wie", .beginning),
    ("vien", .words), ("hof", .words), ("hof wien", .words), ("vienna park", .words),
    ("ienna", nil), ("hofvienna", nil),
  ])
  func `A further name matches as a whole, or by the beginnings of its words`(
    query: String, quality: MatchQuality?
  ) {
    let matcher = NameMatcher(AccentFoldedText(folded: query))

    #expect(Self.quality(matcher, "wien", "park hof\nvienna") == quality)
  }

  private static func quality(
    _ matcher: NameMatcher, _ name: String, _ otherNames: String = ""
  ) -> MatchQuality? {
    Array(name.utf8).withUnsafeBufferPointer { name in
      Array(otherNames.utf8).withUnsafeBufferPointer { matcher.quality(of: name, otherNames: $0) }
    }
  }
}
