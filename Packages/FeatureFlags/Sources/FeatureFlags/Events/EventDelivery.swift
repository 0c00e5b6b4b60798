/// What came of delivering events.
public struct EventDelivery: Sendable {
  /// Events that the receiver has.
  public let delivered: Int
  /// Events that still wait.
  public let waiting: Int
  /// Lines that held no event, and were removed.
  public let damaged: Int
  /// Why the delivery stopped early; `nil` when it did not.
  public let failure: (any Error)?
}
