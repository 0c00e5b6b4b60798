/// Keeps the last result of a piece of work, so that the work cannot be optimized away.
///
/// Only one benchmark runs at a time and on one thread; that is why nothing guards the value.
public final class Kept<Value> {
  /// The last result.
  public var value: Value?

  /// Creates an empty keeper.
  public init() {}
}
