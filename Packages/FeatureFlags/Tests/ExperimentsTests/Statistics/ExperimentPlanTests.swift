import Experiments
import Testing

struct ExperimentPlanTests {
  // python3 -c "from statsmodels.stats.proportion import *
  // print(samplesize_proportions_2indep_onetail(0.03, 0.3, 0.8, 1.0, 0.05),
  //       samplesize_proportions_2indep_onetail(0.01, 0.08, 0.8, 1.0, 0.05))"
  // statsmodels gives 3762.6 and 12207.753423686918.
  @Test func `A plan has the riders of a power analysis`() throws {
    let plan = try #require(ExperimentPlan(baseline: 0.08, lift: 0.125))

    #expect(plan.ridersPerVariant == 12_208)
    #expect(plan.riders == 24_416)
  }

  @Test func `More variants and more power need more riders`() throws {
    let two = try #require(ExperimentPlan(baseline: 0.3, lift: 0.1))
    let three = try #require(ExperimentPlan(baseline: 0.3, lift: 0.1, variants: 3))
    let surer = try #require(ExperimentPlan(baseline: 0.3, lift: 0.1, power: 0.9))

    #expect(three.ridersPerVariant > two.ridersPerVariant)
    #expect(three.riders == 3 * three.ridersPerVariant)
    #expect(surer.riders > two.riders)
  }

  // python3 -c "from scipy.stats import norm
  // for a in 0.05, 0.025:
  //   print(2 * ((norm.ppf(1 - a / 2) + norm.ppf(0.8)) * 3100 / (2450 * 0.05))**2)"
  // gives 10052.84 and 12174.05.
  @Test func `A plan for a mean has the riders of a power analysis`() throws {
    let two = try #require(ExperimentPlan(mean: 2450, deviation: 3100, lift: 0.05))
    let three = try #require(
      ExperimentPlan(mean: 2450, deviation: 3100, lift: 0.05, variants: 3))

    #expect(two.ridersPerVariant == 10_053)
    #expect(two.riders == 20_106)
    #expect(three.ridersPerVariant == 12_175)
    #expect(ExperimentPlan(mean: -2450, deviation: 3100, lift: 0.05) == two)
  }

  @Test(arguments: [(2450.0, 3100.0, 0.0), (0, 3100, 0.05), (2450, 0, 0.05), (1, 1e9, 1e-6)])
  func `A mean that no number of riders moves has no plan`(
    mean: Double, deviation: Double, lift: Double
  ) {
    #expect(ExperimentPlan(mean: mean, deviation: deviation, lift: lift) == nil)
  }

  @Test(arguments: [(0.3, 0.0), (0.6, 0.8), (0, 0.1), (1, -0.1), (0.3, -1.1)])
  func `An effect that no rider can show has no plan`(baseline: Double, lift: Double) {
    #expect(ExperimentPlan(baseline: baseline, lift: lift) == nil)
  }
}
