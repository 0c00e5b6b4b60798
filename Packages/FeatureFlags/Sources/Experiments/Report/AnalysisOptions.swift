/// The confidence and power of an analysis.
public struct AnalysisOptions: Sendable, Equatable {
  /// The confidence of all intervals, in 0..<1; the tests use one minus it.
  public var confidence: Double
  /// The probability of finding an effect that is there.
  public var power: Double
  /// The smallest change worth finding, in relation to the default's rate: 0.1 is a tenth.
  public var relevantLift: Double

  /// Creates options; the defaults are 95 %, 80 % and a tenth.
  public init(confidence: Double = 0.95, power: Double = 0.8, relevantLift: Double = 0.1) {
    self.confidence = confidence
    self.power = power
    self.relevantLift = relevantLift
  }
}
