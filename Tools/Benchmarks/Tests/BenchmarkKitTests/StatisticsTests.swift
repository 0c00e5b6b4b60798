import BenchmarkKit
import Testing

struct StatisticsTests {
  @Test(arguments: [([3.0], 3.0, 3.0), ([3, 1, 2], 2, 1), ([4, 1, 3, 2], 3, 1)])
  func `Median and minimum do not depend on the order`(
    times: [Double], median: Double, minimum: Double
  ) {
    let statistics = Statistics(times: times)

    #expect(statistics.median == median)
    #expect(statistics.minimum == minimum)
  }
}
