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
    let variance =
      pooled * (1 - pooled) * (1 / Double(variant.trials) + 1 / Double(base.trials))
    guard variance > 0 else { return 1 }
    return NormalDistribution.twoSidedTail(difference / variance.squareRoot())
  }
}
