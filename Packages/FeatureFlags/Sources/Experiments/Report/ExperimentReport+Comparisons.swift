extension ExperimentReport {
  /// All variants but the first, compared with it.
  static func comparisons(_ counts: [VariantCounts]) -> [Comparison] {
    let pairs = counts.dropFirst().map {
      TwoProportionTest(
        variant: Proportion($0.converted, of: $0.exposed),
        base: Proportion(counts[0].converted, of: counts[0].exposed))
    }
    let tests = pairs.map { SequentialTest($0, confidence: confidence) }
    let adjusted = HolmCorrection.adjusted(pairs.map(\.pValue))
    let adjustedSequential = HolmCorrection.adjusted(tests.map { $0?.pValue })
    return pairs.indices.map { index in
      Comparison(
        variant: counts[index + 1].variant, base: counts[0].variant,
        difference: pairs[index].difference,
        interval: pairs[index].newcombeInterval(confidence: confidence),
        relativeLift: pairs[index].relativeLift, pValue: pairs[index].pValue,
        adjustedPValue: adjusted[index], sequential: tests[index],
        adjustedSequentialPValue: adjustedSequential[index],
        minimumDetectableEffect: minimumEffect(pairs[index]),
        ridersStillNeeded: ridersStillNeeded(counts[index + 1], counts[0]))
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
