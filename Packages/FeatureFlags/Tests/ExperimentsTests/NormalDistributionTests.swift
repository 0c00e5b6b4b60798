import Experiments
import Testing

struct NormalDistributionTests {
  @Test func `Half of all values lie below zero`() {
    #expect(NormalDistribution.quantile(0.5) == 0)
  }
}
