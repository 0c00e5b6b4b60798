extension ExperimentReport {
  /// All variants but the first, compared with it.
  static func comparisons(_ counts: [VariantCounts]) -> [Comparison] {
    comparisons([counts])[0]
  }

  /// In each group all variants but the first, compared with it; p-values are corrected for the
  /// number of comparisons in all groups.
  static func comparisons(_ groups: [[VariantCounts]]) -> [[Comparison]] {
    let rows = groups.flatMap { counts in counts.dropFirst().map { (variant: $0, base: counts[0]) }
    }
    let pairs = rows.map { variant, base in
      TwoProportionTest(
        variant: Proportion(variant.converted, of: variant.exposed),
        base: Proportion(base.converted, of: base.exposed))
    }
    let tests = pairs.map { SequentialTest($0, confidence: confidence) }
    let adjusted = HolmCorrection.adjusted(pairs.map(\.pValue))
    let adjustedSequential = HolmCorrection.adjusted(tests.map { $0?.pValue })
    var all = pairs.indices.map { index in
      Comparison(
        variant: rows[index].variant.variant, base: rows[index].base.variant,
        difference: pairs[index].difference,
        interval: pairs[index].newcombeInterval(confidence: confidence),
        relativeLift: pairs[index].relativeLift, pValue: pairs[index].pValue,
        adjustedPValue: adjusted[index], sequential: tests[index],
        adjustedSequentialPValue: adjustedSequential[index],
        minimumDetectableEffect: minimumEffect(pairs[index]),
        ridersStillNeeded: ridersStillNeeded(rows[index].variant, rows[index].base))
    }[...]
    return groups.map { counts in
      let count = max(0, counts.count - 1)
      defer { all = all.dropFirst(count) }
      return Array(all.prefix(count))
    }
  }

  private static func minimumEffect(_ pair: TwoProportionTest) -> Double? {
    guard let base = pair.base.rate else { return nil }
    return SampleSize(alpha: 1 - confidence, power: power)
      .minimumDetectableEffect(
        base: base, variantSize: Double(pair.variant.trials),
        baseSize: Double(pair.base.trials))
  }

  private static func ridersStillNeeded(
    _ variant: VariantCounts, _ base: VariantCounts
  ) -> Int? {
    guard let rate = Proportion(base.converted, of: base.exposed).rate, variant.weight > 0 else {
      return nil
    }
    let ratio = base.weight / variant.weight
    let size = SampleSize(alpha: 1 - confidence, power: power)
    guard
      let needed = size.ridersNeeded(
        base: rate, effect: rate * relevantLift, ratio: ratio),
      needed * max(1, ratio) < 1e15
    else { return nil }
    let variantNeeded = Int(needed.rounded(.up))
    let baseNeeded = Int((needed * ratio).rounded(.up))
    return max(0, variantNeeded - variant.exposed) + max(0, baseNeeded - base.exposed)
  }
}
