@testable import Experiments
import Testing

struct SequentialTestTests {
  private func pair(_ variant: (Int, Int), _ base: (Int, Int)) -> TwoProportionTest {
    TwoProportionTest(
      variant: Proportion(variant.0, of: variant.1), base: Proportion(base.0, of: base.1))
  }

  // The expected numbers come from the formulas of the source, written in Python:
  // python3 -c "from math import *; c1, n1, c0, n0, a = 475, 4979, 412, 5021, 0.05
  // v = lambda c, n: (c + 1) / (n + 2) * (n - c + 1) / (n + 2) / n
  // se = sqrt(v(c1, n1) + v(c0, n0)); n = n1 * n0 / (n1 + n0); d = c1 / n1 - c0 / n0
  // m = n * (-2 * log(a) + log(-2 * log(a)) + 1) / 1000
  // h = se * sqrt(2 * (m + 1) / m * log(sqrt(m + 1) / a))
  // print(min(1, sqrt(m + 1) * exp(-(d / se)**2 * m / (2 * (m + 1)))), d - h, d + h)"
  @Test(
    arguments: [
      ((475, 4979), (412, 5021), 0.3454562282107863, -0.004233167594654391, 0.030923798417382103),
      ((300, 1000), (200, 1000), 3.911402403452353e-05, 0.04090764926313491, 0.15909235073686506),
    ] as [((Int, Int), (Int, Int), Double, Double, Double)])
  func `The p-value and interval are those of the source`(
    variant: (Int, Int), base: (Int, Int), pValue: Double, low: Double, high: Double
  ) throws {
    let test = try #require(SequentialTest(pair(variant, base), confidence: 0.95))

    #expect(agree(test.pValue, pValue))
    #expect(agree(test.interval.low, low))
    #expect(agree(test.interval.high, high))
  }

  @Test func `The interval excludes zero exactly when the p-value is below the error probability`()
    throws
  {
    for successes in stride(from: 100, through: 200, by: 1) {
      let test = try #require(
        SequentialTest(pair((successes, 1000), (100, 1000)), confidence: 0.95))

      #expect((test.interval.low > 0) == (test.pValue < 0.05))
    }
  }

  @Test func `It is more careful than a test that looks once`() throws {
    let pair = pair((475, 4979), (412, 5021))
    let test = try #require(SequentialTest(pair, confidence: 0.95))
    let once = try #require(pair.newcombeInterval(confidence: 0.95))

    #expect(test.interval.low < once.low && once.high < test.interval.high)
    #expect(try test.pValue > #require(pair.pValue))
  }

  @Test func `Early looks, with no or all conversions, are no evidence`() throws {
    for (variant, base) in [
      ((0, 1), (0, 1)), ((1, 1), (1, 1)), ((0, 20), (0, 20)), ((1, 3), (0, 3)),
    ] {
      let test = try #require(SequentialTest(pair(variant, base), confidence: 0.95))

      #expect(test.pValue > 0.5)
      #expect(test.interval.low < 0 && test.interval.high > 0)
    }
  }
}
