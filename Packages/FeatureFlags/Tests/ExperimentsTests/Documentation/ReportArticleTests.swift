@testable import Experiments
import Testing

/// The code of the article "What a report says".
struct ReportArticleTests {
  @Test func `Two layouts are compared`() throws {
    let report = try ExperimentReport(
      flag: "layout", conversion: "ride_requested",
      counts: [
        VariantCounts(variant: "list", exposed: 5021, converted: 412),
        VariantCounts(variant: "cards", exposed: 4979, converted: 475),
      ])

    #expect(!report.sampleRatio.isSuspected)

    let cards = try #require(report.comparisons.first)
    let difference = try #require(cards.interval)
    #expect(difference.low > 0)

    let sequential = try #require(cards.sequential)
    #expect(sequential.interval.low < 0)
    #expect(sequential.pValue > 0.05)

    let stillNeeded = try #require(cards.ridersStillNeeded)
    #expect(stillNeeded == 26_712)
  }

  @Test func `An experiment on a value is planned`() throws {
    let plan = try #require(ExperimentPlan(mean: 2450, deviation: 3100, lift: 0.05))
    #expect(plan.riders == 20_106)
  }
}
