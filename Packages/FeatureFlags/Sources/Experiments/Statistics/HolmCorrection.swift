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
