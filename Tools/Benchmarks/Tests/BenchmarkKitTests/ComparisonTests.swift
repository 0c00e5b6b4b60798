import Basics
import Testing

@testable import BenchmarkKit

struct ComparisonTests {
  private func row(_ name: String, _ median: Double) -> JSON {
    ["work": .string(name), "median": .number(median)]
  }

  private func load(_ name: String, perSecond: Double, errors: Int = 0) -> JSON {
    [
      "work": .string(name), "perSecond": .number(perSecond), "processorSeconds": 0.00002,
      "percentile99": 0.005, "errors": .number(JSON.Number(errors)),
    ]
  }

  private func comparison(_ turns: [(before: [JSON], now: [JSON])]) -> Comparison {
    var comparison = Comparison { $0 == "encode" ? "more bytes" : "" }
    for turn in turns { comparison.add(before: turn.before, now: turn.now) { $0 != "other" } }
    return comparison
  }

  @Test func `A row has the median of its ratios, the least and the greatest`() {
    let turns = [100.0, 300, 120].map { now in
      (before: [row("encode", 100), row("other", 1)], now: [row("encode", now)])
    }

    let expected = """
      work      before       now  ratio  least  greatest  note
      encode  100.0 ns  120.0 ns   1.20   1.00      3.00  more bytes
      """
    #expect(comparison(turns).text == expected)
  }

  @Test func `A load has the time, the processor time and the 99th percentile of a request`() {
    let turn = (
      before: [load("GET", perSecond: 20_000)], now: [load("GET", perSecond: 10_000, errors: 3)]
    )

    let expected = """
      work              before        now  ratio  least  greatest  note
      GET              50.0 µs   100.0 µs   2.00   2.00      2.00  errors 0 → 3
      GET: CPU each    20.0 µs    20.0 µs   1.00   1.00      1.00
      GET: 99 %      5000.0 µs  5000.0 µs   1.00   1.00      1.00
      """
    let lines = comparison([turn]).text.split(separator: "\n").map { $0.trimming { $0 == " " } }
    #expect(lines.joined(separator: "\n") == expected)
  }

  @Test func `What only one of the programs measures is named, and counts for nothing`() {
    let found = comparison([(before: [row("old", 1)], now: [row("new", 1)])])

    #expect(found.text.contains("no such row before"))
    #expect(found.text.contains("no such row now"))
    #expect(found.count == 0)
    #expect(!found.hasPairs(of: "new"))
    #expect(comparison([(before: [row("a", 1)], now: [row("a", 1)])]).hasPairs(of: "a"))
    #expect(found.slower(than: 1).isEmpty)
  }

  @Test(arguments: [
    ([(100.0, 120.0), (100, 130), (100, 140)], true),
    ([(100, 114), (100, 114), (100, 200)], false),
    // One turn of three was disturbed.
    ([(100, 101), (100, 130), (120, 140)], false),
    ([(100, 200), (100, 100), (100, 100)], false),
  ])
  func `A row is slower if it is in each turn`(
    pairs: [(before: Double, now: Double)], isSlower: Bool
  ) {
    let turns = pairs.map { (before: [row("a", $0.before)], now: [row("a", $0.now)]) }

    #expect(comparison(turns).slower(than: 1.15) == (isSlower ? ["a"] : []))
  }
}
