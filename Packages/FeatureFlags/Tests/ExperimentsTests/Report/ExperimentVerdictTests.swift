import Experiments
import Testing

struct ExperimentVerdictTests {
  private func report(_ counts: (name: String, exposed: Int, converted: Int)...) throws
    -> ExperimentReport
  {
    try ExperimentReport(
      flag: "layout", conversion: "ride_requested",
      counts: counts.map {
        VariantCounts(variant: $0.name, exposed: $0.exposed, converted: $0.converted)
      })
  }

  @Test func `The verdict is a decision, or what is missing for one`() throws {
    #expect(
      try report(("table", 0, 0), ("cards", 0, 0)).verdict
        == "No decision yet: no rider has met a variant.")
    #expect(
      try report(("table", 5200, 500), ("cards", 4800, 500)).verdict
        == "No decision: the riders are not split as configured; find the cause first.")
    #expect(
      try report(("table", 100, 0), ("cards", 100, 0)).verdict
        == "No decision yet: too few riders have converted.")
    #expect(
      try report(("table", 10_000, 3000), ("cards", 10_000, 3600)).verdict.hasPrefix(
        "Ship cards: +6.00 points, surely between +"))
    #expect(
      try report(("table", 10_000, 3000), ("cards", 10_000, 2400)).verdict.hasPrefix(
        "Keep table: every other variant is worse (cards: -6.00 points, surely between -"))
    #expect(
      try report(("table", 50_000, 15_000), ("cards", 50_000, 15_010)).verdict
        == """
        Keep table: enough riders were asked to show a lift of +10.00 %, and none is shown.
        """)
    #expect(try report(("table", 9, 3)).verdict.hasPrefix("No decision: there is one variant only"))
  }

  @Test func `A list without pictures has every number`() throws {
    let text = try report(("table", 5021, 412), ("cards", 4979, 475))
      .text(width: 200, hasPictures: false)

    #expect(
      text.contains("table: 412 of 5021 riders, 8.21 %, 95 % interval 7.48 % to 9.00 %\n"))
    #expect(!text.contains("|"))
  }

  @Test func `The chart has an axis, zero, and each interval`() throws {
    let chart = try report(("table", 5021, 412), ("<cards>", 4979, 475)).chart

    #expect(chart.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
    #expect(chart.hasSuffix("</svg>\n"))
    #expect(chart.contains("&lt;cards&gt;: +1.33 points"))
    #expect(chart.contains(">0</text>"))
    #expect(chart.ranges(of: "<circle").count == 1)
  }
}
