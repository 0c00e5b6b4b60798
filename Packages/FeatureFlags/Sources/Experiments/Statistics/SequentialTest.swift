import Glibc

/// An always-valid sequential test.
///
/// It is the asymptotic confidence sequence of the difference of two rates or means: with the given
/// confidence it contains the true difference at every look at once. The p-value is the smallest
/// error probability whose sequence excludes zero; if there is no difference it is ever at or below
/// α with a probability of at most α, in the limit of many riders. The variance of a rate is estimated
/// with one success and one failure added to each side, which keeps it from vanishing early.
///
/// Source: I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, "Time-uniform central
/// limit theory and asymptotic confidence sequences", Annals of Statistics 52 (2024);
/// the same boundary as the mixture sequential probability ratio test of R. Johari, P. Koomen,
/// L. Pekelis, D. Walsh, "Always Valid Inference", Operations Research 70 (2022).
struct SequentialTest: Sendable, Equatable {
  /// The effective sample size, n₀n₁ / (n₀ + n₁), at which the interval is narrowest in relation
  /// to others of its kind; fixed before the experiment.
  static let plannedSize = 1_000.0

  /// The always-valid p-value.
  let pValue: Double
  /// The confidence sequence's interval at this look.
  let interval: ConfidenceInterval

  /// `nil` when one side has no trials.
  init?(_ proportions: TwoProportionTest, confidence: Double) {
    guard let difference = proportions.difference else { return nil }
    let error = (proportions.variant.addedVariance + proportions.base.addedVariance).squareRoot()
    let ownSize = Double(proportions.variant.trials)
    let otherSize = Double(proportions.base.trials)
    let test = SequentialTest(
      difference: difference, standardError: error,
      size: ownSize * otherSize / (ownSize + otherSize), confidence: confidence)
    pValue = test.pValue
    interval = ConfidenceInterval(low: max(-1, test.interval.low), high: min(1, test.interval.high))
  }

  /// - Parameters:
  ///   - difference: The estimated difference.
  ///   - standardError: Its standard error, which is positive.
  ///   - size: The effective sample size, n₀n₁ / (n₀ + n₁).
  ///   - confidence: The confidence of the interval, in 0..<1.
  init(difference: Double, standardError: Double, size: Double, confidence: Double) {
    let mixture = size * Self.tuning(alpha: 1 - confidence)
    let logRoot = log(mixture + 1) / 2
    let z = difference / standardError
    pValue = min(1, exp(logRoot - z * z * mixture / (2 * (mixture + 1))))
    let half =
      standardError * (2 * (mixture + 1) / mixture * (logRoot - log(1 - confidence))).squareRoot()
    interval = ConfidenceInterval(low: difference - half, high: difference + half)
  }

  /// The squared tuning parameter ρ² that suits the planned size, by the same source.
  private static func tuning(alpha: Double) -> Double {
    let doubled = -2 * log(alpha)
    return (doubled + log(doubled) + 1) / plannedSize
  }
}

extension Proportion {
  /// The variance of the rate, estimated with one success and one failure added.
  fileprivate var addedVariance: Double {
    let trials = Double(self.trials) + 2
    let rate = (Double(successes) + 1) / trials
    return rate * (1 - rate) / Double(self.trials)
  }
}
