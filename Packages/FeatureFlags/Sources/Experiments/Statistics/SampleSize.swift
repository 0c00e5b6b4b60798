/// Power and sample size of the two-sided z-test for two rates or two means.
///
/// For rates the null variance is pooled and the alternative's is not, as in `power_proportions_2indep` of
/// statsmodels.
///
/// Source: J. L. Fleiss, B. Levin, M. C. Paik, "Statistical Methods for Rates and Proportions",
/// third edition, section 4.2 (without the continuity correction).
struct SampleSize {
  /// The probability of a false alarm, such as 0.05.
  let alpha: Double
  /// The probability of finding an effect that is there, such as 0.8.
  let power: Double

  /// The sum of the quantiles by which an effect has to exceed its standard error.
  var quantiles: Double {
    NormalDistribution.quantile(1 - alpha / 2) + NormalDistribution.quantile(power)
  }

  /// The standard deviations of the difference, times √n of the variant: without and with effect.
  private func deviations(
    base: Double, effect: Double, ratio: Double
  ) -> (null: Double, alternative: Double) {
    let rate = base + effect
    let pooled = (rate + base * ratio) / (1 + ratio)
    return (
      (pooled * (1 - pooled) * (1 + 1 / ratio)).squareRoot(),
      (rate * (1 - rate) + base * (1 - base) / ratio).squareRoot()
    )
  }

  /// The probability of finding an effect with the given numbers of riders.
  func power(base: Double, effect: Double, variantSize: Double, baseSize: Double) -> Double {
    let (null, alternative) = deviations(base: base, effect: effect, ratio: baseSize / variantSize)
    let critical = NormalDistribution.quantile(1 - alpha / 2) * null
    let shift = effect * variantSize.squareRoot()
    guard alternative > 0 else { return abs(shift) > critical ? 1 : 0 }
    return NormalDistribution.upperTail((critical - shift) / alternative)
      + NormalDistribution.upperTail((critical + shift) / alternative)
  }

  /// The smallest rise of the rate that would be found with the wanted power.
  ///
  /// `nil` when not even a rise to one would be found.
  func minimumDetectableEffect(base: Double, variantSize: Double, baseSize: Double) -> Double? {
    func isFound(_ effect: Double) -> Bool {
      power(base: base, effect: effect, variantSize: variantSize, baseSize: baseSize) >= power
    }
    var low = 0.0
    var high = 1 - base
    guard variantSize > 0, baseSize > 0, high > 0, isFound(high) else { return nil }
    for _ in 0..<80 {  // Halving until a double can be halved no further.
      let middle = (low + high) / 2
      if isFound(middle) { high = middle } else { low = middle }
    }
    return high
  }

  /// How many riders the variant needs so that an effect is found with the wanted power, when the
  /// default has `ratio` times as many; `nil` for a rate beyond one or no effect.
  func ridersNeeded(base: Double, effect: Double, ratio: Double) -> Double? {
    guard effect != 0, (0...1).contains(base + effect), ratio > 0 else { return nil }
    let (null, alternative) = deviations(base: base, effect: effect, ratio: ratio)
    let sum =
      NormalDistribution.quantile(1 - alpha / 2) * null
      + NormalDistribution.quantile(power) * alternative
    return (sum / effect) * (sum / effect)
  }

  /// The same for means, from the variances of a rider's value; `nil` for no effect.
  ///
  /// Source: S.-C. Chow, J. Shao, H. Wang, "Sample Size Calculations in Clinical Research", second
  /// edition (2008), section 3.2.
  func ridersNeeded(
    variance: Double, baseVariance: Double, effect: Double, ratio: Double
  ) -> Double? {
    guard effect != 0, ratio > 0 else { return nil }
    let sum = quantiles / effect
    return sum * sum * (variance + baseVariance / ratio)
  }

  /// How many more riders both variants need together, when the variant needs so many and the default
  /// `ratio` times as many; `nil` when there is no such number.
  static func missing(_ needed: Double?, ratio: Double, variantSize: Int, baseSize: Int) -> Int? {
    guard let needed, needed * max(1, ratio) < 1e15 else { return nil }
    return max(0, Int(needed.rounded(.up)) - variantSize)
      + max(0, Int((needed * ratio).rounded(.up)) - baseSize)
  }
}
