/// The result of a delivery of events.
public struct EventDelivery: Sendable {
  /// Events that the receiver has.
  public let delivered: Int
  /// Events that are still queued.
  public let waiting: Int
  /// Lines that held no event, and were removed.
  public let damaged: Int
  /// Why the delivery stopped early; `nil` when it did not.
  public let failure: (any Error)?
}
