/// The test for a sample ratio mismatch: whether riders were split as configured.
struct SampleRatio: Sendable, Equatable {
  /// Below this p-value a mismatch is suspected.
  ///
  /// Source: A. Fabijan et al., "Diagnosing Sample Ratio Mismatch in Online Controlled
  /// Experiments", KDD 2019, who use a threshold this small because the check is made often.
  static let threshold = 0.001

  /// The p-value of Pearson's chi-square test; `nil` with fewer than two variants or no riders.
  let pValue: Double?

  /// Whether the difference is too large to be chance.
  var isSuspected: Bool { pValue.map { $0 < Self.threshold } ?? false }

  /// Compares numbers of riders with the weights of the configured split.
  init(sizes: [Int], weights: [Double]) {
    let total = Double(sizes.reduce(0, +))
    let totalWeight = weights.reduce(0, +)
    let used = zip(sizes, weights).filter { $0.1 > 0 }
    if zip(sizes, weights).contains(where: { $0.1 == 0 && $0.0 > 0 }) {
      pValue = 0  // Riders in a variant of weight 0.
      return
    }
    guard used.count > 1, total > 0 else {
      pValue = nil
      return
    }
    let statistic = used.reduce(0.0) { sum, entry in
      let expected = total * entry.1 / totalWeight
      return sum + (Double(entry.0) - expected) * (Double(entry.0) - expected) / expected
    }
    pValue = ChiSquareDistribution.upperTail(statistic, degreesOfFreedom: used.count - 1)
  }
}
