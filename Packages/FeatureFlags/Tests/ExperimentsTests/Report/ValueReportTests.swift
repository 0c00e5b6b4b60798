import Basics
@testable import Experiments
import Testing

/// Reports whose verdict rests on a value.
struct ValueReportTests {
  /// The sums of values with a mean and a variance.
  private static func sums(_ riders: Int, _ mean: Double, _ variance: Double = 100) -> MetricSums {
    let count = Double(riders)
    return MetricSums(
      riders: riders, sum: count * mean, squares: variance * (count - 1) + count * mean * mean,
      otherSum: 0, otherSquares: 0, products: 0)
  }

  private static func value(_ base: MetricSums, _ variant: MetricSums) -> MetricSummary {
    MetricSummary(
      conversion: "fare", metric: .mean,
      rows: [
        MetricSummary.Row(variant: "table", sums: base),
        MetricSummary.Row(variant: "cards", sums: variant),
      ])
  }

  private static func counts(_ value: MetricSummary) -> [VariantCounts] {
    value.rows.map {
      VariantCounts(variant: $0.variant, exposed: $0.sums.riders, converted: $0.sums.riders / 2)
    }
  }

  private func report(
    _ base: MetricSums, _ variant: MetricSums, details: ExperimentDetails = ExperimentDetails()
  ) throws -> ExperimentReport {
    let value = Self.value(base, variant)
    return try ExperimentReport(
      flag: "layout", conversion: "fare", value: value, counts: Self.counts(value),
      details: details)
  }

  // The numbers are those of Welch's test in SciPy for two times 1000 riders with the means 20 and 24
  // and the variances 100 and 121: e = (0.1 + 0.121)**0.5, df = 0.221**2 / (0.1**2 + 0.121**2) * 999,
  // 2 * t.sf(4 / e, df), 4 ± t.isf(0.025, df) * e; with q = norm.ppf(0.975) + norm.ppf(0.8)
  // the effect q * e and the riders q**2 * 221 / 2**2.
  @Test func `A value is compared as a conversion is`() throws {
    let report = try report(Self.sums(1000, 20), Self.sums(1000, 24, 121))

    let comparison = try #require(report.comparisons.first)
    #expect(comparison.variant == "cards" && comparison.base == "table")
    #expect(agree(comparison.difference, 4))
    #expect(agree(comparison.relativeLift, 0.2))
    #expect(agree(comparison.pValue, 3.4161350687102095e-17))
    #expect(agree(comparison.interval?.low, 3.0780448975399204))
    #expect(agree(comparison.interval?.high, 4.92195510246008))
    #expect(agree(comparison.minimumDetectableEffect, 1.3170430597710725))
    #expect(comparison.ridersStillNeeded == 0)
    #expect(
      try self.report(Self.sums(100, 20), Self.sums(100, 24, 121)).comparisons[0]
        .ridersStillNeeded == 2 * (434 - 100))
  }

  @Test func `The verdict rests on the value`() throws {
    func verdict(_ base: MetricSums, _ variant: MetricSums) throws -> String {
      try report(base, variant).verdict
    }

    #expect(
      try verdict(Self.sums(1000, 20), Self.sums(1000, 24, 121))
        == "Ship cards: mean of fare per rider +4.00 (+20.00 %), surely between +2.56 and +5.44.")
    #expect(
      try verdict(Self.sums(1000, 24, 121), Self.sums(1000, 20)).hasPrefix(
        "Keep table: every other variant is worse (cards: -4.00 (-16.67 %), surely between -5.44"))
    #expect(
      try verdict(Self.sums(100, 20), Self.sums(100, 20.5))
        == "No decision yet: 586 more riders are needed to show a lift of +10.00 %.")
    #expect(
      try verdict(Self.sums(9000, 20), Self.sums(9000, 20))
        == "Keep table: enough riders were asked to show a lift of +10.00 %, and none is shown.")
    #expect(
      try verdict(Self.sums(50, 0, 0), Self.sums(50, 0, 0))
        == "No decision yet: too few riders have a value.")
    #expect(
      try verdict(Self.sums(5200, 20), Self.sums(4800, 30)).contains("not split as configured"))
    #expect(
      try report(Self.sums(8, 20), Self.sums(9, 24)).warnings == [
        "Too few riders in 'table': fewer than 30 converted, so the p-values are rough.",
        "Too few riders in 'cards': fewer than 30 converted, so the p-values are rough.",
      ])
  }

  @Test func `Its text shows the means, the interval and the segments`() throws {
    let value = Self.value(Self.sums(400, 20), Self.sums(400, 26, 121))
    let report = try report(
      Self.sums(1000, 20), Self.sums(1000, 24, 121),
      details: ExperimentDetails(segments: [
        ExperimentSegment(name: "wide", counts: Self.counts(value), value: value)
      ]))

    #expect(
      report.text(width: 90) == """
        Flag layout, mean of fare per rider (Welch)

        Ship cards: mean of fare per rider +4.00 (+20.00 %), surely between +2.56 and +5.44.

        variant  exposed  converted   mean   95 % interval
        table       1000        500  20.00  19.38 to 20.62    |---o---|
        cards       1000        500  24.00  23.32 to 24.68                             |---o---|

        cards against table: +4.00, lift +20.00 %
              :                                                |--------------o--------------|
              0                                                                              +5.17
          95 % interval +3.08 to +4.92
          looked at once: p < 0.0001, corrected < 0.0001
          looked at every day: p < 0.0001, corrected < 0.0001, interval +2.56 to +5.44
          smallest rise that so many riders show: +1.32
          enough riders to show a lift of +10.00 %

        Segments, decided beforehand; p-values corrected for 1 comparisons (Holm)
        wide:
          table: 20.00 (400 riders)
          cards: 26.00 (400 riders)
          cards against table: +6.00, looked at every day: p corrected < 0.0001, interval +3.54 to
          +8.46

        """)
    #expect(
      report.text(width: 90, hasPictures: false).contains(
        "table: 20.00 (1000 riders), 95 % interval 19.38 to 20.62\n"))
    #expect(report.chart.contains("cards: +4.00"))
    #expect(!report.chart.contains("points"))
  }

  @Test func `A guardrail on a value says when it is hurt`() throws {
    let hurt = Guardrail(
      Self.value(Self.sums(1000, 24), Self.sums(1000, 20)), mustNot: .fall)
    let unhurt = Guardrail(Self.value(Self.sums(1000, 20), Self.sums(1000, 20)), mustNot: .fall)
    func report(_ guardrail: Guardrail) throws -> ExperimentReport {
      try ExperimentReport(
        counts: [
          VariantCounts(variant: "table", exposed: 1000, converted: 100),
          VariantCounts(variant: "cards", exposed: 1000, converted: 300),
        ], details: ExperimentDetails(guardrails: [guardrail]))
    }

    #expect(
      try report(hurt).verdict.hasPrefix(
        "Stop cards: mean of fare per rider must not fall, and does (-4.00 (-16.67 %), surely"))
    #expect(
      try report(hurt).text(width: 120).contains(
        "Guardrail mean of fare per rider, must not fall: table 24.00, cards 20.00; HARMED: cards.\n"
      ))
    #expect(try report(unhurt).verdict.hasPrefix("Ship cards: +20.00 points"))
    #expect(try report(unhurt).text(width: 120).contains("cards 20.00; no harm is shown.\n"))
  }

  @Test func `Less is better where the goal is also what must not rise`() throws {
    func verdicts(_ base: Double, _ variant: Double) throws -> [String] {
      let value = Self.value(Self.sums(1000, base), Self.sums(1000, variant))
      let report = try ExperimentReport(
        value: value, counts: Self.counts(value),
        details: ExperimentDetails(guardrails: [Guardrail(value, mustNot: .rise)]))
      let read = try VariantCountsCSV.contents(
        parsing: VariantCountsCSV.text(of: report.contents))
      let again = try ExperimentReport(
        value: read.value, counts: read.counts,
        details: ExperimentDetails(guardrails: read.guardrails))
      return [report.verdict, again.verdict]
    }

    for verdict in try verdicts(24, 20) {
      #expect(verdict.hasPrefix("Ship cards: mean of fare per rider -4.00 (-16.67 %), surely"))
    }
    for verdict in try verdicts(20, 24) {
      #expect(verdict.hasPrefix("Stop cards: mean of fare per rider must not rise, and does (+4"))
    }
  }

  @Test(arguments: [("cancelled", true), ("requested", false)])
  func `Another conversion of the same counts does not say what is better`(
    guarded: String, isShipped: Bool
  ) throws {
    let counts = [
      VariantCounts(variant: "table", exposed: 1000, converted: 300),
      VariantCounts(variant: "cards", exposed: 1000, converted: 100),
    ]
    let report = try ExperimentReport(
      conversion: "cancelled", counts: counts,
      details: ExperimentDetails(
        guardrails: [Guardrail(conversion: guarded, mustNot: .rise, counts: counts)]))

    #expect(report.verdict.hasPrefix("Ship cards") == isShipped, "\(report.verdict)")
  }

  @Test func `It is written as a document and as a table, and read again`() throws {
    let part = Self.value(Self.sums(400, 20), Self.sums(400, 26))
    let report = try report(
      Self.sums(1000, 20), Self.sums(1000, 24),
      details: ExperimentDetails(
        guardrails: [
          Guardrail(Self.value(Self.sums(1000, 3), Self.sums(1000, 1)), mustNot: .fall),
          Guardrail(
            conversion: "cancelled", mustNot: .rise,
            counts: Self.counts(Self.value(Self.sums(1000, 0), Self.sums(1000, 0)))),
        ],
        segments: [ExperimentSegment(name: "wide", counts: Self.counts(part), value: part)],
        metrics: [part]))

    let text = VariantCountsCSV.text(of: report.contents)
    let contents = try VariantCountsCSV.contents(parsing: text)
    let again = try ExperimentReport(
      value: contents.value, counts: contents.counts,
      details: ExperimentDetails(
        guardrails: contents.guardrails, segments: contents.segments, metrics: contents.metrics))

    #expect(contents == report.contents)
    #expect(again.verdict == report.verdict)
    #expect(again.comparisons == report.comparisons)
    #expect(again.segmentComparisons == report.segmentComparisons)
    let metric = try #require(report.json.object?["metric"]?.object)
    #expect(metric.names == ["conversion", "metric", "variants"])
  }

  @Test func `A value of other riders is refused`() throws {
    let value = Self.value(Self.sums(10, 2), Self.sums(10, 3))
    let counts = Self.counts(value)

    for counts in [
      [counts[0]], counts.reversed(),
      [counts[0], VariantCounts(variant: "cards", exposed: 11, converted: 5)],
    ] {
      #expect(throws: ExperimentError.self) {
        try ExperimentReport(value: value, counts: counts)
      }
      #expect(throws: ExperimentError.self) {
        try ExperimentReport(
          value: value, counts: Self.counts(value),
          details: ExperimentDetails(segments: [
            ExperimentSegment(name: "wide", counts: counts, value: value)
          ]))
      }
    }
  }

  @Test(
    arguments: [
      ("ride_requested", "ride_requested", nil), ("mean:fare", "fare", .mean),
      ("ratio:fare", "fare", .ratio), ("median:fare", "median:fare", nil), ("mean", "mean", nil),
      ("mean:", "", .mean), ("mean:a:b", "a:b", .mean),
    ] as [(String, String, ExperimentMetric.Kind?)])
  func `A goal is a conversion or its value`(
    text: String, conversion: String, kind: ExperimentMetric.Kind?
  ) {
    let goal = ExperimentGoal(text)

    #expect(goal.conversion == conversion)
    #expect(goal.kind == kind)
    #expect(goal.metric == kind.map { ExperimentMetric($0, of: conversion) })
  }
}
