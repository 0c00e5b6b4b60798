extension ExperimentReport {
  /// One variant compared with the default; values are `nil` where riders are missing.
  struct Comparison: Sendable, Equatable {
    /// The variant's name.
    let variant: String
    /// The name of the default variant.
    let base: String
    /// The variant's rate or value minus the default's.
    let difference: Double?
    /// The interval of the difference, valid for a single evaluation: Newcombe's for rates.
    let interval: ConfidenceInterval?
    /// The difference in relation to the default; `nil` when that is zero.
    let relativeLift: Double?
    /// The p-value of the two-sided test, valid for a single evaluation: the pooled z-test for rates.
    let pValue: Double?
    /// That p-value corrected by Holm's method for the number of comparisons.
    var adjustedPValue: Double?
    /// The sequential test, valid for any number of evaluations.
    let sequential: SequentialTest?
    /// The always-valid p-value corrected by Holm's method.
    var adjustedSequentialPValue: Double?
    /// The smallest rise that so many riders would show.
    let minimumDetectableEffect: Double?
    /// How many more riders both variants need together, to show the relevant lift.
    let ridersStillNeeded: Int?

    /// Whether a difference is shown by the test that is valid at every look.
    var isShown: Bool { adjustedSequentialPValue ?? 1 <= 1 - ExperimentReport.confidence }
  }

  /// In each group all variants but the first, compared with it; p-values are corrected for the
  /// number of comparisons in all groups.
  static func comparisons(_ groups: [ExperimentMeasure]) -> [[Comparison]] {
    let all = groups.map(\.comparisons)
    let flat = all.flatMap { $0 }
    var adjusted = HolmCorrection.adjusted(flat.map(\.pValue))[...]
    var sequential = HolmCorrection.adjusted(flat.map { $0.sequential?.pValue })[...]
    return all.map { group in
      group.map { comparison in
        var comparison = comparison
        comparison.adjustedPValue = adjusted.removeFirst()
        comparison.adjustedSequentialPValue = sequential.removeFirst()
        return comparison
      }
    }
  }
}

/// The compared quantity: how many riders convert, or a value of their conversions.
enum ExperimentMeasure {
  case rate([VariantCounts])
  case value(MetricSummary)

  /// All variants but the first, compared with it; p-values are not corrected.
  fileprivate var comparisons: [ExperimentReport.Comparison] {
    switch self {
    case .rate(let counts):
      counts.dropFirst().map { ExperimentReport.Comparison($0, base: counts[0]) }
    case .value(let metric):
      metric.rows.dropFirst().map {
        ExperimentReport.Comparison($0, base: metric.rows[0], metric: metric.metric)
      }
    }
  }
}

extension ExperimentReport.Comparison {
  private static var size: SampleSize {
    SampleSize(alpha: 1 - ExperimentReport.confidence, power: ExperimentReport.power)
  }

  fileprivate init(_ variant: VariantCounts, base: VariantCounts) {
    let pair = TwoProportionTest(
      variant: Proportion(variant.converted, of: variant.exposed),
      base: Proportion(base.converted, of: base.exposed))
    self.init(
      variant: variant.variant, base: base.variant, difference: pair.difference,
      interval: pair.newcombeInterval(confidence: ExperimentReport.confidence),
      relativeLift: pair.relativeLift, pValue: pair.pValue,
      sequential: SequentialTest(pair, confidence: ExperimentReport.confidence),
      minimumDetectableEffect: pair.base.rate.flatMap {
        Self.size.minimumDetectableEffect(
          base: $0, variantSize: Double(variant.exposed), baseSize: Double(base.exposed))
      },
      ridersStillNeeded: Self.ridersStillNeeded(variant, base))
  }

  fileprivate init(_ variant: MetricSummary.Row, base: MetricSummary.Row, metric: Metric) {
    let result = MetricComparison(
      variant.sums, base.sums, metric: metric, confidence: ExperimentReport.confidence)
    self.init(
      variant: variant.variant, base: base.variant, difference: result?.difference,
      interval: result?.interval, relativeLift: result?.relativeLift, pValue: result?.pValue,
      sequential: result?.sequential,
      minimumDetectableEffect: result?.minimumDetectableEffect(Self.size),
      ridersStillNeeded: result?.ridersStillNeeded(Self.size, lift: ExperimentReport.relevantLift))
  }

  private static func ridersStillNeeded(
    _ variant: VariantCounts, _ base: VariantCounts
  ) -> Int? {
    guard let rate = Proportion(base.converted, of: base.exposed).rate, variant.weight > 0 else {
      return nil
    }
    let ratio = base.weight / variant.weight
    guard
      let needed = size.ridersNeeded(
        base: rate, effect: rate * ExperimentReport.relevantLift, ratio: ratio),
      needed * max(1, ratio) < 1e15
    else { return nil }
    let variantNeeded = Int(needed.rounded(.up))
    let baseNeeded = Int((needed * ratio).rounded(.up))
    return max(0, variantNeeded - variant.exposed) + max(0, baseNeeded - base.exposed)
  }
}
