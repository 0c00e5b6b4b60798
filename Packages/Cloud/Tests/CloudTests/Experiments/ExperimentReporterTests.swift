import Basics
import Core
import CoreTesting
import Experiments
import FeatureFlags
import Testing

@testable import Cloud
@testable import CloudStore

/// An experiment from publication to its end.
struct ExperimentReporterTests {
  private let stage = ExperimentStage()

  @Test func `Only riders between its start and its end are counted, each phase alone`()
    async throws
  {
    try await stage.publish(1, 1)
    try await stage.expose(0..<10, to: "table")
    try await stage.start(
      ExperimentDesign(conversion: "shared", riders: 9, author: "ada", message: "Why"))
    try await stage.expose(100..<300, to: "table")
    try await stage.expose(300..<500, to: "cards")
    try await stage.publish(9, 1)
    try await stage.expose(500..<590, to: "table")
    try await stage.expose(590..<600, to: "cards")
    try await stage.expose(599..<601, to: "table")
    stage.cloud.manualClock.advance(by: .seconds(1))
    try await stage.container.makeExperimentControl().stop(on: "layout")
    try await stage.expose(700..<800, to: "cards")

    let last = try await stage.report()

    try await stage.publish(1, 3)
    try await stage.expose(800..<900, to: "cards")
    #expect(try await stage.report() == last)
    #expect(last.details.state == .stopped)
    #expect(last.details.plannedRiders == 9)
    #expect(last.details.phases.map { $0.counts.map(\.exposed) } == [[200, 200], [91, 9]])
    #expect(last.details.leftOut == 1)
    #expect(last.counts.map(\.weight) == [9, 1])
    #expect(!last.verdict.contains("split as configured"))
    #expect(
      try await stage.report(phase: last.details.phases[0].number).counts.map(\.exposed) == [
        200, 200,
      ])
  }

  @Test func `The list, the document and the report tell the same`() async throws {
    try await stage.publish(1, 1)
    try await stage.expose(0..<50, to: "table")
    try await stage.expose(50..<110, to: "cards")
    let token = try await stage.makeAdministratorToken()

    let report = try await stage.report()
    let document = try await stage.client.call(
      CloudAPI.experimentReport, parameters: ExperimentReportParameters(flag: "layout"),
      session: .sample(token: token.revealed))
    let list = try await stage.client.call(
      CloudAPI.experiments, parameters: Empty(), session: .sample(token: token.revealed))

    #expect(.object(document) == report.json)
    #expect(report.counts.map(\.exposed) == [50, 60])
    #expect(
      list.experiments == [
        ExperimentSummary(flag: "layout", phase: 1, subjects: 110, verdict: report.verdict)
      ])
  }

  @Test func `Segments that were decided beforehand are told everywhere`() async throws {
    try await stage.publish(1, 1)
    try await stage.start(
      ExperimentDesign(
        conversion: "ride_cancelled", segments: ["wide", "narrow"], author: "ada", message: "Why"))
    try await stage.expose(0..<30, to: "table", canceling: 3, in: "wide")
    try await stage.expose(30..<50, to: "table", canceling: 4, in: "narrow")
    try await stage.expose(50..<99, to: "cards", canceling: 5, in: "wide")
    try await stage.expose(99..<100, to: "cards", canceling: 1, in: "tall")
    let token = try await stage.makeAdministratorToken()

    let report = try await stage.report()
    let document = try await stage.client.call(
      CloudAPI.experimentReport, parameters: ExperimentReportParameters(flag: "layout"),
      session: .sample(token: token.revealed))

    #expect(report.counts.map(\.exposed) == [50, 50])
    #expect(report.counts.map(\.converted) == [7, 6])
    #expect(report.details.segments.map(\.name) == ["wide", "narrow"])
    #expect(report.details.segments.map { $0.counts.map(\.exposed) } == [[30, 49], [20, 0]])
    #expect(report.details.segments.map { $0.counts.map(\.converted) } == [[3, 5], [4, 0]])
    #expect(.object(document) == report.json)
  }

  @Test func `Values that were decided beforehand are compared everywhere`() async throws {
    try await stage.publish(1, 1)
    try await stage.pay(0..<1, 4000)
    try await stage.start(
      ExperimentDesign(
        conversion: "shared",
        metrics: [
          ExperimentMetric(.mean, of: "ride_completed"),
          ExperimentMetric(.ratio, of: "ride_completed"),
          ExperimentMetric(.mean, of: "wait"),
        ], author: "ada", message: "Why"))
    try await stage.expose(0..<3, to: "table")
    try await stage.expose(3..<6, to: "cards")
    try await stage.pay(0..<2, 1000)
    try await stage.pay(1..<2, 3000)
    try await stage.pay(3..<5, 2000)
    let token = try await stage.makeAdministratorToken()

    let report = try await stage.report()
    let document = try await stage.client.call(
      CloudAPI.experimentReport, parameters: ExperimentReportParameters(flag: "layout"),
      session: .sample(token: token.revealed))

    let metrics = report.details.metrics
    #expect(metrics.map(\.conversion) == ["ride_completed", "ride_completed", "wait"])
    #expect(metrics.map(\.metric) == [.adjustedMean, .ratio, .mean])
    let square = 1_000_000.0
    #expect(
      metrics[0].rows.map(\.sums) == [
        MetricSums(
          riders: 3, sum: 5000, squares: 17 * square, otherSum: 4000, otherSquares: 16 * square,
          products: 4 * square),
        MetricSums(
          riders: 3, sum: 4000, squares: 8 * square, otherSum: 0, otherSquares: 0, products: 0),
      ])
    #expect(
      metrics[1].rows.map(\.sums) == [
        MetricSums(
          riders: 3, sum: 5000, squares: 17 * square, otherSum: 3, otherSquares: 5,
          products: 9000),
        MetricSums(
          riders: 3, sum: 4000, squares: 8 * square, otherSum: 2, otherSquares: 2,
          products: 4000),
      ])
    #expect(metrics[2].rows.map(\.sums.riders) == [3, 3])
    #expect(.object(document) == report.json)
  }

  @Test func `A value that is the goal is what every report rests on`() async throws {
    try await stage.publish(1, 1)
    try await stage.start(
      ExperimentDesign(
        conversion: "mean:ride_completed", mustNotFall: ["ratio:ride_completed"],
        segments: ["wide"], author: "ada", message: "Why"))
    try await stage.expose(0..<100, to: "table", in: "wide")
    try await stage.expose(100..<200, to: "cards", in: "wide")
    try await stage.expose(200..<300, to: "cards")
    try await stage.expose(300..<400, to: "table")
    for (riders, cents) in [(0..<90, 1000), (100..<190, 3000), (200..<290, 2500), (300..<390, 900)]
    {
      try await stage.pay(riders, cents)
      try await stage.pay(riders.prefix(45), cents + 500)
    }
    let token = try await stage.makeAdministratorToken()

    let report = try await stage.report()
    let document = try await stage.client.call(
      CloudAPI.experimentReport, parameters: ExperimentReportParameters(flag: "layout"),
      session: .sample(token: token.revealed))
    let list = try await stage.client.call(
      CloudAPI.experiments, parameters: Empty(), session: .sample(token: token.revealed))

    let value = try #require(report.value)
    #expect(value.metric == .mean)
    #expect(value.rows.map(\.sums.riders) == [200, 200])
    #expect(value.rows.map(\.sums.sum) == [301_500, 787_500])
    #expect(report.counts.map(\.converted) == [180, 180])
    #expect(report.verdict.hasPrefix("Ship cards: mean of ride_completed per rider +2430.00"))
    let segment = try #require(report.details.segments.first)
    #expect(segment.value?.rows.map(\.sums.riders) == [100, 100])
    #expect(segment.value?.rows.map(\.sums.sum) == [157_500, 427_500])
    let guardrail = try #require(report.details.guardrails.first)
    #expect(guardrail.value?.metric == .ratio)
    #expect(guardrail.value?.rows.map(\.sums.otherSum) == [270, 270])
    #expect(.object(document) == report.json)
    #expect(list.experiments.map(\.verdict) == [report.verdict])
    let other = try await stage.container.makeExperimentReader().report(
      on: "layout", conversion: "ride_completed", phase: nil)
    #expect(try #require(other).get().value == nil)
  }

  @Test func `A published split is a phase at once, at servers that have not heard of it, too`()
    async throws
  {
    let other = CloudClient(transport: RouterTransport(router: stage.container.makeRouter()))
    try await stage.publish(1, 1)
    try await stage.expose(0..<10, to: "table")
    _ = try await other.callUnlessSame(CloudAPI.flags, parameters: Empty(), entityTag: nil)
    let definitions = """
      {"flags": {"layout": {"state": "ENABLED", "defaultVariant": "table",
        "variants": {"table": "table", "cards": "cards", "tiles": "tiles"},
        "targeting": {"fractional": [["table", 1], ["cards", 1], ["tiles", 1]]}}}}
      """
    stage.cloud.manualClock.advance(by: .milliseconds(1))

    _ = try await stage.container.makeFlagPublisher().publish(
      Array(definitions.utf8), by: "ada", message: "Split")

    let phases = try await stage.report().details.phases
    #expect(phases.map(\.number) == [1, 2])
    let now = stage.cloud.manualClock.now.milliseconds
    let event = ExperimentEventRecord.exposure("t", "rider-t", "tiles", at: now, flag: "layout")
    let receipt = try await other.call(
      CloudAPI.recordExperimentEvents, body: ExperimentEventBatch(events: [event]))
    #expect(receipt.accepted == 1)
    #expect(try await stage.report().counts.map(\.exposed) == [0, 0, 1])
  }

  @Test func `There is no report on a phase that does not exist`() async throws {
    try await stage.publish(1, 1)
    try await stage.expose(0..<5, to: "table")

    let reader = stage.container.makeExperimentReader()

    #expect(try await reader.report(on: "layout", conversion: nil, phase: 2) == nil)
    #expect(try await reader.report(on: "layout", conversion: nil, phase: 1) != nil)
  }

  @Test func `A harmed guardrail stops an experiment`() async throws {
    try await stage.publish(1, 1)
    try await stage.start(
      ExperimentDesign(
        conversion: "shared", mustNotRise: ["ride_cancelled"], author: "ada", message: "Why"))
    try await stage.expose(0..<1000, to: "table", canceling: 100)
    try await stage.expose(1000..<2000, to: "cards", canceling: 300)

    let report = try await stage.report()

    #expect(report.verdict.hasPrefix("Stop cards: ride_cancelled must not rise, and does (+20.00"))
    #expect(report.text(width: 100).contains("HARMED: cards"))
    await #expect(throws: AdministrationError.experimentRunning("layout")) {
      try await stage.start(ExperimentDesign(conversion: "shared", author: "ada", message: "Again"))
    }
  }
}
