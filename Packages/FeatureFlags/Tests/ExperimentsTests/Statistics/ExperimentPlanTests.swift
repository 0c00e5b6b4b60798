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

  @Test(arguments: [(0.3, 0.0), (0.6, 0.8), (0, 0.1), (1, -0.1), (0.3, -1.1)])
  func `An effect that no rider can show has no plan`(baseline: Double, lift: Double) {
    #expect(ExperimentPlan(baseline: baseline, lift: lift) == nil)
  }
}
