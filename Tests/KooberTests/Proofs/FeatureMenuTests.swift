import Terminal
import Testing

@testable import koober

/// The entries that features bring to the menus.
struct FeatureMenuTests {
  /// The keys that the screens of the signed-in scope use themselves.
  private let ownKeys: Set<Key> = [
    .enter, .control("p"), .character("c"), .character("r"), .character("q"),
  ]

  @Test func `Each entry has a key and a title of its own`() {
    let entries =
      [Feature].all.flatMap(\.menu).map(\.entry) + [Feature].all.flatMap(\.rideMenu).map(\.entry)

    #expect(Set(entries.map(\.title)).count == entries.count)
    #expect(Set(entries.map(\.key)).count == entries.count)
    #expect(ownKeys.isDisjoint(with: entries.map(\.key)))
  }
}
