@testable import Experiments
import Testing

/// The expected numbers are those of SciPy 1.17.1, printed by Python's `repr`.
struct MetricTests {
  // from scipy.stats import t; 2 * t.sf(2, 3.5)
  @Test(arguments: [
    (0.5, 1, 0.7048327646991335), (2, 3.5, 0.12613852257591343), (1.96, 30, 0.05934231289605049),
    (4, 10, 0.0025183326247366945), (10, 100, 9.90168898459413e-17),
    (2.5, 10_000, 0.012435219550583698), (40, 5, 1.8411962171772954e-07), (0, 7, 1),
  ])
  func `Student tails are SciPy's`(t: Double, degrees: Double, probability: Double) {
    #expect(
      agree(StudentDistribution.twoSidedTail(t, degreesOfFreedom: degrees), probability))
    #expect(
      agree(StudentDistribution.twoSidedTail(-t, degreesOfFreedom: degrees), probability))
  }

  // from scipy.stats import t; t.isf(0.05 / 2, 7.3)
  @Test(arguments: [
    (0.05, 1, 12.706204736174705), (0.05, 7.3, 2.3450667365477034), (0.01, 30, 2.749995653567226),
    (0.05, 10_000, 1.9602012398906263),
  ])
  func `Student quantiles are SciPy's`(probability: Double, degrees: Double, quantile: Double) {
    #expect(
      agree(
        StudentDistribution.twoSidedQuantile(probability, degreesOfFreedom: degrees), quantile))
  }

  private static let variant = sums(
    [12, 0, 7.5, 30, 4, 9, 22, 0], [10, 1, 6, 25, 5, 7, 20, 2])
  private static let base = sums(
    [8, 3, 0, 12, 5, 6, 1, 9, 10], [9, 2, 1, 14, 4, 8, 1, 7, 12])

  private static func sums(_ values: [Double], _ others: [Double]) -> MetricSums {
    var sums = MetricSums()
    for (value, other) in zip(values, others) { sums.add(value, other: other) }
    return sums
  }

  // y and x are the values and the others above, of the variant (1) and of the default (0).
  // mean: r = ttest_ind(y1, y0, equal_var=False); r.pvalue, r.confidence_interval()
  // cuped: the same of y - θ (x - mean of all x), with
  //   s = lambda a, b: ((a - a.mean()) * (b - b.mean())).sum()
  //   θ = (s(x1, y1) + s(x0, y0)) / (s(x1, x1) + s(x0, x0))
  // ratio: R = y.sum() / x.sum(), v = (y - R * x).var(ddof=1) / len(y) / x.mean()**2,
  //   d = R1 - R0, se = sqrt(v1 + v0), 2 * norm.sf(abs(d / se)), d ± norm.ppf(0.975) * se
  @Test(arguments: [
    (Metric.mean, 4.5625, 0.2835279155401249, -4.499724781902168, 13.624724781902168),
    (.adjustedMean, 1.135909235163438, 0.18692811324406275, -0.6157808901263746, 2.88759936045325),
    (.ratio, 0.1808076225045373, 0.045284451322249994, 0.0037966499433227663, 0.35781859506575187),
  ])
  func `Means, adjusted means and ratios are compared as in SciPy`(
    metric: Metric, difference: Double, pValue: Double, low: Double, high: Double
  ) throws {
    let comparison = try #require(
      MetricComparison(Self.variant, Self.base, metric: metric, confidence: 0.95))

    #expect(agree(comparison.difference, difference))
    #expect(agree(comparison.pValue, pValue))
    #expect(agree(comparison.interval.low, low))
    #expect(agree(comparison.interval.high, high))
  }

  @Test(arguments: Metric.allCases)
  func `The test for every look is more careful than the one for one look`(metric: Metric) throws {
    let comparison = try #require(
      MetricComparison(
        Self.variant.times(10), Self.base.times(10), metric: metric, confidence: 0.95))
    let sequential = try #require(comparison.sequential)

    #expect(sequential.pValue > comparison.pValue)
    #expect(sequential.interval.low < comparison.interval.low)
    #expect(sequential.interval.high > comparison.interval.high)
  }

  /// The divisors of eight riders are worth 4.7 equal ones by Kish's formula, 76² / 1240.
  @Test func `A ratio is tested at every look from ten riders with a divisor on`() throws {
    func sequential(_ variant: Int, _ base: Int) -> SequentialTest? {
      MetricComparison(
        Self.variant.times(variant), Self.base.times(base), metric: .ratio, confidence: 0.95)?
        .sequential
    }

    #expect(sequential(2, 3) == nil)
    #expect(sequential(3, 1) == nil)
    #expect(sequential(3, 3) != nil)
  }

  // mean: ttest_1samp(y1, 0).confidence_interval(); ratio: R1 ± norm.ppf(0.975) * sqrt(v1)
  @Test(arguments: [
    (Metric.mean, 1.6883000764002443, 19.436699923599754),
    (.adjustedMean, 1.6883000764002443, 19.436699923599754),
    (.ratio, 0.9999514315940926, 1.2237327789322232),
  ])
  func `The interval of one variant is SciPy's`(metric: Metric, low: Double, high: Double) throws {
    let interval = try #require(Self.variant.interval(metric, confidence: 0.95))

    #expect(agree(interval.low, low))
    #expect(agree(interval.high, high))
    #expect(MetricSums().interval(metric, confidence: 0.95) == nil)
  }

  @Test func `Too few riders, equal values and a divisor of zero cannot be compared`() {
    let one = Self.sums([1], [1])
    let equal = Self.sums([2, 2, 2], [0, 0, 0])

    for metric in Metric.allCases {
      #expect(MetricComparison(one, Self.base, metric: metric, confidence: 0.95) == nil)
      #expect(MetricComparison(equal, equal, metric: metric, confidence: 0.95) == nil)
    }
    #expect(MetricComparison(equal, Self.base, metric: .ratio, confidence: 0.95) == nil)
  }
}

extension MetricSums {
  /// The sums of so many times the riders.
  fileprivate func times(_ count: Int) -> MetricSums {
    let factor = Double(count)
    return MetricSums(
      riders: riders * count, sum: sum * factor, squares: squares * factor,
      otherSum: otherSum * factor, otherSquares: otherSquares * factor,
      products: products * factor)
  }
}
