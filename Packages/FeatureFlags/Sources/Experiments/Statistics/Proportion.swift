/// How many of a number of riders did something.
public struct Proportion: Sendable, Equatable {
  /// The riders who did it.
  public let successes: Int
  /// All riders.
  public let trials: Int

  /// Creates a proportion; there must be no fewer trials than successes, and none negative.
  init(_ successes: Int, of trials: Int) {
    self.successes = successes
    self.trials = trials
  }

  /// The share of successes; `nil` without trials.
  public var rate: Double? {
    trials > 0 ? Double(successes) / Double(trials) : nil
  }

  /// The Wilson score interval of the rate, which is 0...1 without trials.
  ///
  /// Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
  /// Journal of the American Statistical Association 22 (1927).
  ///
  /// - Parameter confidence: The share of intervals that are to contain the true rate, in 0..<1.
  public func wilsonInterval(confidence: Double) -> ConfidenceInterval {
    guard let rate else { return ConfidenceInterval(low: 0, high: 1) }
    let z = NormalDistribution.quantile((1 + confidence) / 2)
    let n = Double(trials)
    let scale = 1 + z * z / n
    let centre = (rate + z * z / (2 * n)) / scale
    let half = z / scale * (rate * (1 - rate) / n + z * z / (4 * n * n)).squareRoot()
    return ConfidenceInterval(
      low: successes == 0 ? 0 : max(0, centre - half),
      high: successes == trials ? 1 : min(1, centre + half))
  }
}
