import Basics
import Experiments
import Testing

struct SimulatedExperimentTests {
  private func simulation(
    rate: Double = 0.1, lift: Double, ridersPerDay: Int, seed: UInt64, metric: Metric? = nil
  ) -> ExperimentSimulation {
    var generator = SplitMix64(seed: seed)
    return ExperimentSimulation(
      runs: 1_000, rate: rate, lift: lift, looks: 30, ridersPerLook: ridersPerDay,
      metric: metric, using: &generator)
  }

  @Test(arguments: Metric.allCases, [(0.02, UInt64(8)), (0.1, 9), (1, 6)])
  func `An A/A test of values rejects at most 5 %, however few riders have one`(
    metric: Metric, riders: (rate: Double, seed: UInt64)
  ) {
    let same = simulation(
      rate: riders.rate, lift: 0, ridersPerDay: 40, seed: riders.seed, metric: metric)

    // With a dozen riders who have a value the delta method is rough, and the report warns.
    #expect(same.foundAtTheEnd <= (riders.rate < 0.1 && metric == .ratio ? 150 : 70))
    #expect(same.foundAtAnyLook <= 50)
  }

  @Test(arguments: Metric.allCases)
  func `A lift of values that is there is found`(metric: Metric) {
    let raised = simulation(rate: 1, lift: 0.3, ridersPerDay: 40, seed: 7, metric: metric)

    #expect(raised.foundAtTheEnd > 900)
    #expect(raised.foundAtAnyLook > 500)
  }

  @Test(arguments: [(0.1, 40, UInt64(1)), (0.5, 40, 2), (0.02, 100, 3), (0.3, 5, 4)])
  func `An A/A test rejects about 5 % at the end and at most 5 % when looked at daily`(
    rate: Double, ridersPerDay: Int, seed: UInt64
  ) {
    let result = simulation(rate: rate, lift: 0, ridersPerDay: ridersPerDay, seed: seed)

    #expect((30...70).contains(result.foundAtTheEnd))  // Three standard deviations around 50.
    #expect(result.foundAtAnyLook <= 50)
  }

  @Test func `An effect that is there is found by both`() {
    let result = simulation(rate: 0.2, lift: 0.5, ridersPerDay: 40, seed: 5)

    #expect(result.foundAtTheEnd > 900)
    #expect(result.foundAtAnyLook > 500)
  }
}
