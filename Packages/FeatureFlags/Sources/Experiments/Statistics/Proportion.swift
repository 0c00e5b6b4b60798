/// A confidence interval of a rate or of a difference of rates.
struct ConfidenceInterval: Sendable, Equatable {
  let low: Double
  let high: Double
}

/// A number of successes in a number of trials.
struct Proportion: Sendable, Equatable {
  let successes: Int
  let trials: Int

  /// Creates a proportion; there must be no fewer trials than successes, and none negative.
  init(_ successes: Int, of trials: Int) {
    self.successes = successes
    self.trials = trials
  }

  /// The share of successes; `nil` without trials.
  var rate: Double? { trials > 0 ? Double(successes) / Double(trials) : nil }

  /// The Wilson score interval of the rate, which is 0...1 without trials.
  ///
  /// Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
  /// Journal of the American Statistical Association 22 (1927).
  ///
  /// - Parameter confidence: The share of intervals that are to contain the true rate, in 0..<1.
  func wilsonInterval(confidence: Double) -> ConfidenceInterval {
    guard let rate else { return ConfidenceInterval(low: 0, high: 1) }
    let z = NormalDistribution.quantile((1 + confidence) / 2)
    let n = Double(trials)
    let scale = 1 + z * z / n
    let center = (rate + z * z / (2 * n)) / scale
    let half = z / scale * (rate * (1 - rate) / n + z * z / (4 * n * n)).squareRoot()
    return ConfidenceInterval(
      low: successes == 0 ? 0 : max(0, center - half),
      high: successes == trials ? 1 : min(1, center + half))
  }
}

/// A variant's proportion compared with that of the default.
struct TwoProportionTest {
  let variant: Proportion
  let base: Proportion

  /// The variant's rate minus the default's; `nil` when one has no trials.
  var difference: Double? {
    guard let own = variant.rate, let other = base.rate else { return nil }
    return own - other
  }

  /// The difference in relation to the default's rate; `nil` when that is zero.
  var relativeLift: Double? {
    guard let difference, let other = base.rate, other > 0 else { return nil }
    return difference / other
  }

  /// The p-value of the two-sided z-test with pooled variance; 1 when none or all converted.
  ///
  /// Source: A. Agresti, "Categorical Data Analysis", third edition (2013), section 3.2.
  var pValue: Double? {
    guard let difference else { return nil }
    let trials = Double(variant.trials + base.trials)
    let pooled = Double(variant.successes + base.successes) / trials
    let variance = pooled * (1 - pooled) * (1 / Double(variant.trials) + 1 / Double(base.trials))
    guard variance > 0 else { return 1 }
    return NormalDistribution.twoSidedTail(difference / variance.squareRoot())
  }

  /// Newcombe's hybrid score interval of the difference, made of two Wilson intervals.
  ///
  /// Source: R. G. Newcombe, "Interval Estimation for the Difference between Independent
  /// Proportions", Statistics in Medicine 17 (1998), method 10.
  func newcombeInterval(confidence: Double) -> ConfidenceInterval? {
    guard let own = variant.rate, let other = base.rate, let difference else { return nil }
    let ownInterval = variant.wilsonInterval(confidence: confidence)
    let otherInterval = base.wilsonInterval(confidence: confidence)
    return ConfidenceInterval(
      low: difference - hypotenuse(own - ownInterval.low, otherInterval.high - other),
      high: difference + hypotenuse(ownInterval.high - own, other - otherInterval.low))
  }

  private func hypotenuse(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
}
