/// Something that goes on whatever screen is shown, such as an order on its way.
///
/// A ``Navigator`` shows its part of the status line below every screen and announces its news.
@MainActor
public protocol StatusProvider: AnyObject {
  /// Its part of the status line; `nil` when there is nothing to say.
  var status: Styled? { get }

  /// How much is new on the screens of a kind, for the ways that lead there.
  func news(on kind: any NavigableScreen.Type) -> Int

  /// A line for a person who leaves the program; `nil` when there is nothing to say.
  var farewell: Styled? { get }

  /// Renews the status until the task is cancelled.
  ///
  /// - Parameter announce: Tells a piece of news; each is announced exactly once.
  func follow(announce: @escaping @MainActor (String) -> Void) async
}

extension StatusProvider {
  public var farewell: Styled? { nil }
  public func news(on kind: any NavigableScreen.Type) -> Int { 0 }
}
