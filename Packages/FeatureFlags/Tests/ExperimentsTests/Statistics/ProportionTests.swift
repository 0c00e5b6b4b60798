@testable import Experiments
import Testing

/// The expected numbers are those of statsmodels 0.13.5, printed by Python's `repr`.
struct ProportionTests {
  // python3 -c "from statsmodels.stats.proportion import proportion_confint
  // print(proportion_confint(1, 10, 0.05, 'wilson'))"
  @Test(
    arguments: [
      (0, 10, 0.0, 0.27753279986288926), (1, 10, 0.017876213095072924, 0.40415002679523854),
      (5, 10, 0.23659309051256394, 0.7634069094874361), (10, 10, 0.7224672001371106, 1.0),
      (412, 5021, 0.07477978699077159, 0.08996997986356103),
      (1, 100_000, 1.7652477303783092e-06, 5.664709659040968e-05),
      (99_999, 100_000, 0.9999433529034099, 0.9999982347522698),
    ])
  func `Wilson intervals are those of statsmodels`(
    successes: Int, trials: Int, low: Double, high: Double
  ) {
    let interval = Proportion(successes, of: trials).wilsonInterval(confidence: 0.95)

    #expect(agree(interval.low, low))
    #expect(agree(interval.high, high))
  }

  @Test func `Without trials the rate can be anything`() {
    #expect(Proportion(0, of: 0).rate == nil)
    #expect(
      Proportion(0, of: 0).wilsonInterval(confidence: 0.95) == ConfidenceInterval(low: 0, high: 1))
  }

  // python3 -c "from statsmodels.stats.proportion import *
  // print(confint_proportions_2indep(475, 4979, 412, 5021, method='newcomb', compare='diff'),
  //       proportions_ztest([475, 412], [4979, 5021]))"
  @Test(
    arguments: [
      ((475, 4979), (412, 5021), 0.0021974495630876847, 0.024514571605817964, 0.018928155849577365),
      ((0, 10), (3, 12), -0.5323053349335658, 0.0708804156994084, 0.08886928647264575),
      ((10, 10), (8, 10), -0.11235310261222192, 0.5098375284633582, 0.13603712811414367),
      ((56, 70), (48, 80), 0.05243147240236498, 0.33387265403690614, 0.00804508136819656),
      (
        (1, 100_000), (5, 90_000), -0.00012051090095991107, 1.0913926596427186e-05,
        0.07766685564831877
      ),
      ((5, 10), (5, 10), -0.3725136238199143, 0.3725136238199143, 1.0),
    ] as [((Int, Int), (Int, Int), Double, Double, Double)])
  func `Differences are those of statsmodels`(
    variant: (Int, Int), base: (Int, Int), low: Double, high: Double, pValue: Double
  ) throws {
    let pair = TwoProportionTest(
      variant: Proportion(variant.0, of: variant.1), base: Proportion(base.0, of: base.1))

    let interval = try #require(pair.newcombeInterval(confidence: 0.95))
    #expect(agree(interval.low, low))
    #expect(agree(interval.high, high))
    #expect(agree(pair.pValue, pValue))
  }

  @Test func `No and all conversions are no difference`() {
    let nobody = TwoProportionTest(variant: Proportion(0, of: 10), base: Proportion(0, of: 20))
    let everybody = TwoProportionTest(variant: Proportion(9, of: 9), base: Proportion(5, of: 5))

    #expect(nobody.pValue == 1)
    #expect(nobody.relativeLift == nil)
    #expect(everybody.pValue == 1)
    #expect(everybody.difference == 0)
  }

  @Test func `Without trials there is no difference`() {
    let pair = TwoProportionTest(variant: Proportion(0, of: 0), base: Proportion(1, of: 2))

    #expect(pair.difference == nil && pair.pValue == nil && pair.relativeLift == nil)
    #expect(pair.newcombeInterval(confidence: 0.95) == nil)
    #expect(SequentialTest(pair, confidence: 0.95) == nil)
  }
}
