import Basics
@testable import Experiments
import FeatureFlags
import Testing

struct ExperimentReportTests {
  private static let counts = [
    VariantCounts(variant: "list", exposed: 5021, converted: 412),
    VariantCounts(variant: "cards", exposed: 4979, converted: 475),
  ]

  @Test func `Each variant but the first is compared with the first`() throws {
    let report = try ExperimentReport(
      flag: "layout", conversion: "ride_requested", counts: Self.counts)

    #expect(report.counts.map(\.variant) == ["list", "cards"])
    let comparison = try #require(report.comparisons.first)
    #expect(report.comparisons.count == 1)
    #expect(comparison.variant == "cards" && comparison.base == "list")
    #expect(agreeAbsolutely(comparison.difference, 475.0 / 4979 - 412.0 / 5021))
    #expect(agree(comparison.pValue, 0.018928155849577365))
    #expect(comparison.adjustedPValue == comparison.pValue)
    #expect(agreeAbsolutely(comparison.relativeLift, 475.0 / 4979 / (412.0 / 5021) - 1))
    #expect(agree(comparison.minimumDetectableEffect, 0.01603838781308243))
    // python3 -c "from statsmodels.stats.proportion import *; p = 412 / 5021
    // print(samplesize_proportions_2indep_onetail(0.1 * p, p, 0.8, 1, 0.05))" is 18355.4 a side.
    #expect(comparison.ridersStillNeeded == 2 * 18_356 - 5021 - 4979)
    #expect(!report.sampleRatio.isSuspected)
    #expect(report.warnings.isEmpty)
  }

  @Test func `Several comparisons are corrected`() throws {
    let report = try ExperimentReport(
      counts: Self.counts + [VariantCounts(variant: "map", exposed: 5000, converted: 400)])

    let first = report.comparisons[0]
    let second = report.comparisons[1]
    #expect(try first.adjustedPValue == 2 * #require(first.pValue))
    #expect(second.adjustedPValue == second.pValue)
    #expect(second.base == "list")
    #expect(
      try #require(first.adjustedSequentialPValue) >= #require(first.sequential?.pValue))
  }

  @Test func `Segments are corrected for the comparisons in all of them`() throws {
    let wide = [
      VariantCounts(variant: "list", exposed: 3000, converted: 200),
      VariantCounts(variant: "cards", exposed: 3000, converted: 260),
    ]
    let narrow = [
      VariantCounts(variant: "list", exposed: 2021, converted: 212),
      VariantCounts(variant: "cards", exposed: 1979, converted: 215),
    ]
    let report = try ExperimentReport(
      counts: Self.counts,
      details: ExperimentDetails(segments: [
        ExperimentSegment(name: "wide", counts: wide),
        ExperimentSegment(name: "narrow", counts: narrow),
      ]))

    let comparisons = report.segmentComparisons
    #expect(comparisons.map { $0.map(\.variant) } == [["cards"], ["cards"]])
    let (first, second) = (comparisons[0][0], comparisons[1][0])
    // python3 -c "from statsmodels.stats.proportion import proportions_ztest as z
    // print(z([260, 200], [3000, 3000])[1], z([215, 212], [1979, 2021])[1])"
    #expect(agree(first.pValue, 0.003598810130486399))
    #expect(agree(first.adjustedPValue, 2 * 0.003598810130486399))
    #expect(agree(second.pValue, 0.7015696761272034))
    #expect(second.adjustedPValue == second.pValue)
    let sequential = try #require(first.sequential?.pValue)
    #expect(first.adjustedSequentialPValue == min(1, 2 * sequential))
    #expect(report.comparisons == (try ExperimentReport(counts: Self.counts)).comparisons)
    #expect(throws: ExperimentError.noVariants) {
      try ExperimentReport(
        counts: Self.counts,
        details: ExperimentDetails(segments: [ExperimentSegment(name: "wide", counts: [])]))
    }
  }

  @Test func `A split that is not as configured is a loud warning`() throws {
    let equal = [
      VariantCounts(variant: "a", exposed: 5200, converted: 500),
      VariantCounts(variant: "b", exposed: 4800, converted: 500),
    ]
    let weighted = [
      VariantCounts(variant: "a", exposed: 5200, converted: 500, weight: 52),
      VariantCounts(variant: "b", exposed: 4800, converted: 500, weight: 48),
    ]

    #expect(
      try ExperimentReport(counts: equal).warnings.first?.hasPrefix("SAMPLE RATIO MISMATCH") == true
    )
    #expect(try ExperimentReport(counts: weighted).warnings.isEmpty)
  }

  @Test func `Few riders are a warning, and none leave the values open`() throws {
    let report = try ExperimentReport(counts: [
      VariantCounts(variant: "a", exposed: 10, converted: 3),
      VariantCounts(variant: "b", exposed: 0, converted: 0),
    ])

    #expect(report.warnings.count == 2)
    #expect(report.comparisons[0].pValue == nil)
    #expect(report.comparisons[0].sequential == nil)
    #expect(report.json.serialized().contains(#""pValue":null"#))
    #expect(report.text(width: 80).contains("b against a: no riders yet"))
  }

  @Test func `Without any rider there is no warning of few`() throws {
    let report = try ExperimentReport(counts: [
      VariantCounts(variant: "a", exposed: 0, converted: 0),
      VariantCounts(variant: "b", exposed: 0, converted: 0),
    ])

    #expect(report.verdict == "No decision yet: no rider has met a variant.")
    #expect(report.warnings == [])
  }

  @Test(
    arguments: [
      ([], ExperimentError.noVariants),
      (
        [
          VariantCounts(variant: "a", exposed: 1, converted: 1),
          VariantCounts(variant: "a", exposed: 1, converted: 1),
        ], .duplicateVariant("a")
      ),
      (
        [VariantCounts(variant: "a", exposed: 1, converted: 2)],
        .impossibleCounts(VariantCounts(variant: "a", exposed: 1, converted: 2))
      ),
      (
        [VariantCounts(variant: "a", exposed: 1, converted: -1)],
        .impossibleCounts(VariantCounts(variant: "a", exposed: 1, converted: -1))
      ),
      ([VariantCounts(variant: "a", exposed: 1, converted: 1, weight: -1)], .impossibleWeights),
      ([VariantCounts(variant: "a", exposed: 1, converted: 1, weight: 0)], .impossibleWeights),
      ([VariantCounts(variant: "a", exposed: 1, converted: 1, weight: .nan)], .impossibleWeights),
    ])
  func `Impossible counts are refused`(counts: [VariantCounts], error: ExperimentError) {
    #expect(throws: error) { try ExperimentReport(counts: counts) }
  }

  @Test func `Enormous counts are analyzed`() throws {
    let huge = 1 << 51
    let report = try ExperimentReport(counts: [
      VariantCounts(variant: "a", exposed: huge, converted: 1),
      VariantCounts(variant: "b", exposed: huge, converted: huge),
    ])

    #expect(agree(report.comparisons[0].difference, 1))
    #expect(!report.text(width: 80).isEmpty)
    #expect(throws: ExperimentError.self) {
      try ExperimentReport(counts: [VariantCounts(variant: "a", exposed: .max, converted: 1)])
    }
  }

  @Test func `The JSON has the agreed keys`() throws {
    let report = try ExperimentReport(
      flag: "layout", conversion: "ride_requested", counts: Self.counts)

    let json = try #require(report.json.object)
    #expect(
      json.names == [
        "flag", "conversion", "metric", "verdict", "confidence", "variants", "comparisons",
        "sampleRatioMismatch", "warnings", "state", "plannedRiders", "phase", "phases", "leftOut",
        "guardrails", "segments", "metrics",
      ])
    #expect(
      json["variants"]?.elements?.first?.object?.names
        == ["variant", "exposed", "converted", "weight", "rate", "interval"])
    let comparison = try #require(json["comparisons"]?.elements?.first?.object)
    #expect(
      comparison.names == [
        "variant", "against", "difference", "interval", "relativeLift", "pValue",
        "adjustedPValue", "sequential", "minimumDetectableEffect", "ridersStillNeeded",
      ])
    #expect(comparison["interval"]?.elements?.count == 2)
    #expect(comparison["sequential"]?.object?.names == ["pValue", "adjustedPValue", "interval"])
    #expect(json["sampleRatioMismatch"]?.object?.names == ["pValue", "suspected"])
  }
}
