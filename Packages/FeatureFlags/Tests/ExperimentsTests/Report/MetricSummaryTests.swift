import Basics
@testable import Experiments
import Testing

/// The values are those of ``MetricTests``, where SciPy's numbers for them are.
struct MetricSummaryTests {
  private static func sums(_ values: [Double], _ others: [Double]) -> MetricSums {
    var sums = MetricSums()
    for (value, other) in zip(values, others) { sums.add(value, other: other) }
    return sums
  }

  private static let base = sums(
    [8, 3, 0, 12, 5, 6, 1, 9, 10], [9, 2, 1, 14, 4, 8, 1, 7, 12])
  private static let variant = sums(
    [12, 0, 7.5, 30, 4, 9, 22, 0], [10, 1, 6, 25, 5, 7, 20, 2])

  private func report(_ metric: Metric, _ rows: [(String, MetricSums)]) throws -> ExperimentReport {
    try ExperimentReport(
      counts: [VariantCounts(variant: "table", exposed: 9, converted: 1)],
      details: ExperimentDetails(metrics: [
        MetricSummary(
          conversion: "fare", metric: metric,
          rows: rows.map { MetricSummary.Row(variant: $0.0, sums: $0.1) })
      ]))
  }

  @Test func `Each variant but the first is compared with it, corrected for their number`() throws {
    let report = try report(
      .ratio, [("table", Self.base), ("cards", Self.variant), ("map", MetricSums())])

    let comparisons = report.details.metrics[0].comparisons
    #expect(comparisons.map(\.variant) == ["cards", "map"])
    #expect(comparisons.map(\.base) == ["table", "table"])
    let (first, second) = (comparisons[0], comparisons[1])
    #expect(agree(first.pValue, 0.045284451322249994))
    #expect(first.adjustedPValue == first.pValue)
    #expect(second.pValue == nil)
    let twice = try self.report(
      .mean, [("table", Self.base), ("cards", Self.variant), ("map", Self.variant)]
    ).details.metrics[0].comparisons
    #expect(agree(twice[0].adjustedPValue, 2 * 0.2835279155401249))
    let sequential = try #require(twice[1].sequential?.pValue)
    #expect(twice[1].adjustedSequentialPValue == min(1, 2 * sequential))
  }

  @Test func `The text has the values, the differences and both tests`() throws {
    let text = try report(.mean, [("table", Self.base), ("cards", Self.variant)]).text(width: 120)

    #expect(
      text.hasSuffix(
        """

        Metric: mean of fare per rider (Welch)
          table: 6.00 (9 riders)
          cards: 10.56 (8 riders)
          cards against table: +4.56, lift +76.04 %
            95 % interval -4.50 to +13.62
            looked at once: p 0.2835, corrected 0.2835
            looked at every day: p 0.9949, corrected 0.9949, interval -47.26 to +56.38
            smallest rise that so many riders show: +11.20
            riders still needed to show a lift of +10.00 %: 5905

        """))
    #expect(
      try report(.ratio, [("table", MetricSums()), ("cards", Self.variant)]).text(width: 80)
        .contains("  table: - (0 riders)\n"))
    #expect(
      try report(.adjustedMean, [("table", Self.base)]).text(width: 120).contains(
        "Metric: mean of fare per rider (differences adjusted by values from before, CUPED)\n"))
    #expect(
      try report(.ratio, [("table", Self.base), ("cards", Self.variant)]).text(width: 80)
        .contains("    looked at every day: too few riders have a value\n"))
  }

  @Test(arguments: Metric.allCases)
  func `A report with values is written`(metric: Metric) throws {
    let report = try report(metric, [("table", Self.base), ("cards", Self.variant)])

    let metrics = try #require(report.json.object?["metrics"]?.elements?.first?.object)
    #expect(metrics.names == ["conversion", "metric", "variants", "comparisons"])
    let text = VariantCountsCSV.text(of: report.contents)
    #expect(try VariantCountsCSV.contents(parsing: text) == report.contents)
  }

  @Test(arguments: [
    MetricSums(riders: -1, sum: 1, squares: 1, otherSum: 1, otherSquares: 1, products: 1),
    MetricSums(riders: 1, sum: 1, squares: -1, otherSum: 1, otherSquares: 1, products: 1),
    MetricSums(riders: 1, sum: 1, squares: 1, otherSum: 1, otherSquares: -1, products: 1),
    MetricSums(riders: 1, sum: .infinity, squares: 1, otherSum: 1, otherSquares: 1, products: 1),
  ])
  func `Impossible sums are refused`(sums: MetricSums) {
    #expect(throws: ExperimentError.impossibleSums("table")) {
      try report(.mean, [("table", sums)])
    }
  }
}
