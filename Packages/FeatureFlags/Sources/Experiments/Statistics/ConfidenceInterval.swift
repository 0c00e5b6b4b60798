/// A range of values that are compatible with the data.
public struct ConfidenceInterval: Sendable, Equatable {
  /// The lower end.
  public let low: Double
  /// The upper end.
  public let high: Double

  /// Creates an interval from its ends.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }
}
