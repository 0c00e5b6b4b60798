/// A way from a menu to the screens of another feature, which declares it.
public struct MenuEntry: Hashable, Sendable {
  public let key: Key
  /// Begins with a capital letter.
  public let title: String

  /// Declares an entry.
  public init(_ key: Key, _ title: String) {
    self.key = key
    self.title = title
  }
}
