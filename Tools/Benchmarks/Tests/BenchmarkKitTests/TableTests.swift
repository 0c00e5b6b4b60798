import BenchmarkKit
import Testing

struct TableTests {
  @Test func `Numbers are aligned, and what was not measured is a dash`() {
    let rows = [
      Row(
        name: "create", target: "≤ 1.2 × floor",
        measurement: Measurement(
          work: Statistics(times: [46.04, 45.2, 47], allocations: 1),
          floor: Statistics(times: [44], allocations: 1), ratio: 1.046)),
      Row(
        name: "start koober", target: "≤ 2 × floor",
        measurement: Measurement(work: Statistics(times: [2_450_000]))),
    ]

    let expected = """
      work             median    minimum  allocs    floor  allocs  ratio  target
      create          46.0 ns    45.2 ns       1  44.0 ns       1   1.05  ≤ 1.2 × floor
      start koober  2450.0 µs  2450.0 µs       -        -       -      -  ≤ 2 × floor
      """
    #expect(Table(rows).text == expected)
  }

  @Test(arguments: [
    (0.04, "0.0 ns"), (9_999, "9999.0 ns"), (10_000, "10.0 µs"), (12_345_678, "12.3 ms"),
    (12_345_678_900, "12.3 s"), (.infinity, "inf s"),
  ])
  func `A time has a unit that keeps it short`(nanoseconds: Double, text: String) {
    let row = Row(
      name: "x", target: "t",
      measurement: Measurement(work: Statistics(times: [nanoseconds])))

    #expect(Table([row]).text.split(separator: "\n").last?.contains(" \(text)  ") == true)
  }
}
