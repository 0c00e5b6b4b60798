@testable import Experiments
import Testing

/// The expected numbers are those of SciPy 1.10.1, printed by Python's `repr`.
struct DistributionTests {
  // python3 -c "from scipy.stats import norm; print(norm.ppf(0.025))"
  @Test(
    arguments: [
      (1e-300, -37.0470962993612), (1e-20, -9.262340089798409), (1e-06, -4.753424308822899),
      (0.001, -3.090232306167813), (0.025, -1.9599639845400545), (0.3, -0.5244005127080409),
      (0.5, 0.0), (0.8, 0.8416212335729143), (0.975, 1.959963984540054),
      (0.999999, 4.753424308817087),
    ])
  func `Normal quantiles are SciPy's`(probability: Double, quantile: Double) {
    #expect(agree(NormalDistribution.quantile(probability), quantile))
  }

  @Test func `Normal quantiles have their limits`() {
    #expect(NormalDistribution.quantile(0) == -.infinity)
    #expect(NormalDistribution.quantile(1) == .infinity)
    #expect(NormalDistribution.quantile(-0.1).isNaN)
    #expect(NormalDistribution.quantile(.nan).isNaN)
  }

  // python3 -c "from scipy.stats import norm; print(2 * norm.sf(3))"
  @Test(
    arguments: [
      (0.0, 1.0), (0.5, 0.6170750774519738), (1.0, 0.31731050786291415),
      (1.959963984540054, 0.05), (3, 0.0026997960632601866), (8, 1.244192114854348e-15),
      (30, 9.813427854295816e-198),
    ])
  func `Normal tails are SciPy's, however far out`(z: Double, probability: Double) {
    #expect(agree(NormalDistribution.twoSidedTail(z), probability))
    #expect(agree(NormalDistribution.twoSidedTail(-z), probability))
    #expect(agree(2 * NormalDistribution.upperTail(z), probability))
  }

  // python3 -c "from scipy.stats import chi2; print(chi2.sf(5, 2))"
  @Test(
    arguments: [
      (0.01, 1, 0.920344325445942), (0.5, 1, 0.47950012218695337),
      (3.841458820694124, 1, 0.04999999999999989), (10.0, 1, 0.001565402258002549),
      (50, 1, 1.537459794428033e-12), (700, 1, 2.990226975124623e-154),
      (1, 2, 0.6065306597126334), (5, 2, 0.0820849986238988), (4, 5, 0.5494159513527802),
      (11.07, 5, 0.050009618622405425), (100, 5, 5.285148360943219e-20),
      (30, 40, 0.8752187849674751), (60, 40, 0.02187346844139091),
      (200, 100, 1.1784500720979781e-08),
    ])
  func `Chi-square tails are SciPy's`(statistic: Double, degrees: Int, probability: Double) {
    let tail = ChiSquareDistribution.upperTail(statistic, degreesOfFreedom: degrees)

    #expect(agree(tail, probability))
  }

  @Test func `Chi-square tails have their limits`() {
    #expect(ChiSquareDistribution.upperTail(0, degreesOfFreedom: 3) == 1)
    #expect(ChiSquareDistribution.upperTail(.infinity, degreesOfFreedom: 3) == 0)
    #expect(ChiSquareDistribution.upperTail(.nan, degreesOfFreedom: 3).isNaN)
  }
}
