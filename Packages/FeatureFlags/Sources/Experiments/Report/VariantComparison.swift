/// One variant compared with the default; values are `nil` where riders are missing.
struct VariantComparison: Sendable, Equatable {
  let variant: String
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

extension [[VariantComparison]] {
  /// The same groups, with p-values that are corrected for the number of comparisons in all of them.
  var corrected: [[VariantComparison]] {
    let all = flatMap { $0 }
    var adjusted = HolmCorrection.adjusted(all.map(\.pValue))[...]
    var sequential = HolmCorrection.adjusted(all.map { $0.sequential?.pValue })[...]
    return map { group in
      group.map { comparison in
        var comparison = comparison
        comparison.adjustedPValue = adjusted.removeFirst()
        comparison.adjustedSequentialPValue = sequential.removeFirst()
        return comparison
      }
    }
  }
}

extension MeasuredVariants {
  /// All variants but the first, compared with it; p-values are not corrected.
  var uncorrectedComparisons: [VariantComparison] {
    guard let value else {
      return counts.dropFirst().map { VariantComparison($0, base: counts[0]) }
    }
    return value.rows.dropFirst().map {
      VariantComparison($0, base: value.rows[0], metric: value.metric)
    }
  }
}

extension VariantComparison {
  private static var size: SampleSize {
    SampleSize(alpha: 1 - ExperimentReport.confidence, power: ExperimentReport.power)
  }

  fileprivate init(_ variant: VariantCounts, base: VariantCounts) {
    let pair = TwoProportionTest(variant: variant.proportion, base: base.proportion)
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

  private static func ridersStillNeeded(_ variant: VariantCounts, _ base: VariantCounts) -> Int? {
    guard let rate = base.proportion.rate, variant.weight > 0 else { return nil }
    let ratio = base.weight / variant.weight
    let needed = size.ridersNeeded(
      base: rate, effect: rate * ExperimentReport.relevantLift, ratio: ratio)
    return SampleSize.missing(
      needed, ratio: ratio, variantSize: variant.exposed, baseSize: base.exposed)
  }

  private var names: String {
    NumberText.name(variant, length: 16) + " against " + NumberText.name(base, length: 16)
  }

  /// Why there is nothing to compare.
  private func absence(_ unit: DifferenceUnit) -> String {
    unit == .points ? ": no riders yet" : ": too few riders, or nothing varies"
  }

  /// The comparison in one sentence, with the test that is valid at every look.
  func summary(_ unit: DifferenceUnit) -> String {
    guard let difference else { return names + absence(unit) }
    let test =
      sequential.map {
        "p corrected \(NumberText.probability(adjustedSequentialPValue)), interval "
          + unit.text($0.interval)
      } ?? "too few riders have a value"
    return "\(names): \(unit.text(difference)), looked at every day: \(test)"
  }

  /// The comparison in sentences; the first names the variants.
  func sentences(_ unit: DifferenceUnit, confidence: String) -> [String] {
    guard let difference, let interval else { return [names + absence(unit)] }
    let lift = relativeLift.map { ", lift " + NumberText.change($0, unit: "%") } ?? ""
    let test =
      sequential.map {
        "p \(NumberText.probability($0.pValue)), corrected "
          + NumberText.probability(adjustedSequentialPValue) + ", interval "
          + unit.text($0.interval)
      } ?? "too few riders have a value"
    var sentences = [
      "\(names): \(unit.text(difference))\(lift)",
      "  \(confidence) interval \(unit.text(interval))",
      "  looked at once: p \(NumberText.probability(pValue)), corrected "
        + NumberText.probability(adjustedPValue),
      "  looked at every day: " + test,
    ]
    if let effect = minimumDetectableEffect {
      sentences.append("  smallest rise that so many riders show: \(unit.text(effect))")
    }
    if let riders = ridersStillNeeded {
      let lift = NumberText.change(ExperimentReport.relevantLift, unit: "%")
      sentences.append(
        riders == 0
          ? "  enough riders to show a lift of \(lift)"
          : "  riders still needed to show a lift of \(lift): \(riders)")
    }
    return sentences
  }
}

/// The Holm-Bonferroni correction of p-values for multiple comparisons.
enum HolmCorrection {
  /// The corrected p-values, in the order of the given ones; missing ones stay missing and do not
  /// count.
  ///
  /// Source: S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian
  /// Journal of Statistics 6 (1979).
  static func adjusted(_ pValues: [Double?]) -> [Double?] {
    let order = pValues.indices.filter { pValues[$0] != nil }
      .sorted { (pValues[$0] ?? 1) < (pValues[$1] ?? 1) }
    var adjusted = [Double?](repeating: nil, count: pValues.count)
    var largest = 0.0
    for (rank, index) in order.enumerated() {
      largest = max(largest, min(1, Double(order.count - rank) * (pValues[index] ?? 1)))
      adjusted[index] = largest
    }
    return adjusted
  }
}
