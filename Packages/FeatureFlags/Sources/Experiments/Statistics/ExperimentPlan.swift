/// How many riders an experiment needs to show an effect.
public struct ExperimentPlan: Sendable, Equatable {
  /// The riders of each variant, the default among them.
  public let ridersPerVariant: Int
  /// The riders of all variants.
  public let riders: Int

  /// Plans an experiment that is looked at once, when its riders are there.
  ///
  /// - Parameters:
  ///   - baseline: The share of riders who convert with the default, in 0..<1.
  ///   - lift: The smallest change that matters, in relation to the baseline: 0.1 is a tenth.
  ///   - variants: The variants, the default among them, at least 2; each but the default is
  ///     compared with it, and the error is divided among the comparisons.
  ///   - confidence: One minus the probability of a false alarm, in 0..<1.
  ///   - power: The probability of finding the effect, in 0..<1.
  /// - Returns: `nil` when no number of riders shows the effect: it is none, or the rate with it is
  ///   no share.
  public init?(
    baseline: Double, lift: Double, variants: Int = 2, confidence: Double = 0.95,
    power: Double = 0.8
  ) {
    guard variants >= 2, baseline > 0, baseline < 1 else { return nil }
    let size = SampleSize(alpha: (1 - confidence) / Double(variants - 1), power: power)
    self.init(size.ridersNeeded(base: baseline, effect: baseline * lift, ratio: 1), variants)
  }

  /// Plans an experiment that compares the mean of a value.
  ///
  /// - Parameters:
  ///   - mean: The mean of the value with the default; not 0.
  ///   - deviation: The standard deviation of a rider's value, positive; the same with each variant.
  ///   - lift: The smallest change that matters, in relation to the mean: 0.1 is a tenth.
  ///   - variants: The variants, the default among them, at least 2.
  ///   - confidence: One minus the probability of a false alarm, in 0..<1.
  ///   - power: The probability of finding the effect, in 0..<1.
  /// - Returns: `nil` when no number of riders shows the effect: it is none.
  public init?(
    mean: Double, deviation: Double, lift: Double, variants: Int = 2, confidence: Double = 0.95,
    power: Double = 0.8
  ) {
    guard variants >= 2, deviation > 0 else { return nil }
    let size = SampleSize(alpha: (1 - confidence) / Double(variants - 1), power: power)
    let variance = deviation * deviation
    self.init(
      size.ridersNeeded(
        variance: variance, baseVariance: variance, effect: mean * lift, ratio: 1), variants)
  }

  private init?(_ needed: Double?, _ variants: Int) {
    guard let needed, needed < 1e12 else { return nil }
    ridersPerVariant = Int(needed.rounded(.up))
    riders = ridersPerVariant * variants
  }
}
