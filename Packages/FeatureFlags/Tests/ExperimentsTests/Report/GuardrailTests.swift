import Basics
@testable import Experiments
import Testing

struct GuardrailTests {
  private func guardrail(
    _ mustNot: Guardrail.Harm, _ cards: Int, others: Int...
  ) -> Guardrail {
    let names = ["table", "cards", "map"]
    return Guardrail(
      conversion: "ride_cancelled", mustNot: mustNot,
      counts: zip(names, [300, cards] + others).map {
        VariantCounts(variant: $0, exposed: 2000, converted: $1)
      })
  }

  @Test(arguments: [
    (Guardrail.Harm.rise, 400, ["cards"]), (.rise, 200, []), (.fall, 400, []),
    (.fall, 200, ["cards"]), (.rise, 300, []), (.fall, 300, []),
  ])
  func `Harm is a change in the wrong direction`(
    mustNot: Guardrail.Harm, cards: Int, harmed: [String]
  ) {
    #expect(guardrail(mustNot, cards).harmed.map(\.variant) == harmed)
  }

  /// With 375 of 2000 against 300 of 2000 the sequential p-value is between 0.025 and 0.05.
  @Test func `Harm is corrected for the number of variants`() {
    #expect(guardrail(.rise, 375).harmed.map(\.variant) == ["cards"])
    #expect(guardrail(.rise, 375, others: 300).harmed.isEmpty)
  }

  @Test func `A report with all details is written`() throws {
    let counts = [
      VariantCounts(variant: "table", exposed: 20, converted: 3, weight: 4),
      VariantCounts(variant: "cards", exposed: 5, converted: 1, weight: 1),
    ]
    let report = try ExperimentReport(
      flag: "layout", conversion: "shared", counts: counts,
      details: ExperimentDetails(
        state: .stopped, plannedRiders: 900, phase: 2,
        phases: [
          ExperimentPhase(number: 1, since: "2026-11-22T10:00:00Z", counts: counts),
          ExperimentPhase(number: 2, since: "2026-11-22T11:00:00Z", counts: counts),
        ], leftOut: 7, guardrails: [guardrail(.fall, 400)],
        segments: [ExperimentSegment(name: "wide", counts: counts)]))

    let members = try #require(report.json.object)
    #expect(members["state"] == "stopped" && members["phase"] == 2)
    let phases = try #require(members["phases"]?.elements)
    #expect(phases.map { $0.object?["since"] } == ["2026-11-22T10:00:00Z", "2026-11-22T11:00:00Z"])
    let guardrail = try #require(members["guardrails"]?.elements?.first?.object)
    #expect(guardrail["mustNot"] == "fall")
    let segment = try #require(members["segments"]?.elements?.first?.object)
    #expect(segment["segment"] == "wide" && segment["variants"]?.elements?.count == 2)
    #expect(report.json.object?["leftOut"] == 7)
    #expect(report.json.object?["plannedRiders"] == 900)
  }
}
