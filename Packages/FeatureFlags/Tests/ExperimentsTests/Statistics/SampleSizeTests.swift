@testable import Experiments
import Testing

/// The expected numbers are those of statsmodels 0.13.5 and SciPy 1.10.1.
struct SampleSizeTests {
  private let size = SampleSize(alpha: 0.05, power: 0.8)

  // python3 -c "from statsmodels.stats.proportion import *
  // print(power_proportions_2indep(0.01, 0.08, 5000, 1.0).power,
  //       samplesize_proportions_2indep_onetail(0.01, 0.08, 0.8, 1.0, 0.05))"
  @Test(
    arguments: [
      (0.01, 0.08, 5000.0, 1.0, 0.4337266329917683, 12207.753423686918),
      (0.02, 0.08, 5000, 1, 0.9376395902702055, 3212.937062496111),
      (0.05, 0.5, 300, 2, 0.2927226678665419, 1174.0570022016384),
      (-0.02, 0.1, 4000, 0.5, 0.730795848453468, 4753.625970711329),
    ])
  func `Power and riders are those of statsmodels`(
    effect: Double, base: Double, variantSize: Double, ratio: Double, power: Double, riders: Double
  ) {
    #expect(
      agree(
        size.power(
          base: base, effect: effect, variantSize: variantSize, baseSize: variantSize * ratio),
        power))
    #expect(agree(size.ridersNeeded(base: base, effect: effect, ratio: ratio), riders))
  }

  // python3 -c "from statsmodels.stats.proportion import *; from scipy.optimize import brentq
  // print(brentq(lambda d: power_proportions_2indep(d, 0.02, 1000, 1, return_results=False) - 0.8,
  //              1e-9, 0.97, xtol=1e-14))"
  @Test(
    arguments: [
      (0.0820553674566819, 4979.0, 5021.0, 0.01603838781308243),
      (0.5, 300, 600, 0.09851372900595004), (0.02, 1000, 1000, 0.02164141552151521),
    ])
  func `The minimum detectable effect has the wanted power`(
    base: Double, variantSize: Double, baseSize: Double, effect: Double
  ) {
    let found = size.minimumDetectableEffect(
      base: base, variantSize: variantSize, baseSize: baseSize)

    #expect(agree(found, effect))
  }

  @Test func `What cannot be found has no size`() {
    #expect(size.minimumDetectableEffect(base: 0.5, variantSize: 3, baseSize: 3) == nil)
    #expect(size.minimumDetectableEffect(base: 1, variantSize: 100, baseSize: 100) == nil)
    #expect(size.minimumDetectableEffect(base: 0.5, variantSize: 0, baseSize: 100) == nil)
    #expect(size.ridersNeeded(base: 0.95, effect: 0.1, ratio: 1) == nil)
    #expect(size.ridersNeeded(base: 0.5, effect: 0, ratio: 1) == nil)
    #expect(size.ridersNeeded(base: 0.5, effect: 0.1, ratio: 0) == nil)
  }

  // python3 -c "from scipy.stats import norm
  // print((norm.ppf(0.975) + norm.ppf(0.8))**2 * (9 + 4 / 2) / 0.5**2)"
  @Test func `Riders for a mean are those of the z-test with SciPy's quantiles`() {
    let needed = size.ridersNeeded(variance: 9, baseVariance: 4, effect: -0.5, ratio: 2)

    #expect(agree(needed, 345.3507083113599))
    #expect(size.ridersNeeded(variance: 9, baseVariance: 4, effect: 0, ratio: 2) == nil)
    #expect(size.ridersNeeded(variance: 9, baseVariance: 4, effect: 1, ratio: 0) == nil)
  }

  // python3 -c "from statsmodels.stats.multitest import multipletests
  // print(multipletests([0.01, 0.04, 0.03, 0.005], method='holm')[1])"
  @Test func `Holm's correction is that of statsmodels, and leaves out what is missing`() {
    let four = HolmCorrection.adjusted([0.01, 0.04, 0.03, 0.005])
    let three = HolmCorrection.adjusted([0.5, nil, 0.6, 0.001])

    #expect(zip(four, [0.03, 0.06, 0.06, 0.02]).allSatisfy { agree($0, $1) })
    #expect(three[1] == nil)
    #expect(zip([three[0], three[2], three[3]], [1, 1, 0.003]).allSatisfy { agree($0, $1) })
    #expect(HolmCorrection.adjusted([]).isEmpty)
  }

  // python3 -c "from scipy.stats import chisquare; print(chisquare([5200, 4800], [5000, 5000]))"
  @Test(
    arguments: [
      ([5021, 4979], [1.0, 1], 0.6744854536964989, false),
      ([5200, 4800], [1, 1], 6.334248366623988e-05, true), ([900, 100], [9, 1], 1.0, false),
      ([3400, 3300, 3300], [1, 1, 1], 0.36787944117144245, false),
    ])
  func `A sample ratio mismatch is SciPy's chi-square test`(
    sizes: [Int], weights: [Double], pValue: Double, isSuspected: Bool
  ) {
    let ratio = SampleRatio(sizes: sizes, weights: weights)

    #expect(agree(ratio.pValue, pValue))
    #expect(ratio.isSuspected == isSuspected)
  }

  @Test func `Riders where the weight is zero are a mismatch, and no riders at all are none`() {
    #expect(SampleRatio(sizes: [10, 1], weights: [1, 0]).isSuspected)
    #expect(SampleRatio(sizes: [10, 0], weights: [1, 0]).pValue == nil)
    #expect(SampleRatio(sizes: [0, 0], weights: [1, 1]).pValue == nil)
  }
}
