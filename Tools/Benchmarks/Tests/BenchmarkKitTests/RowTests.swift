import Basics
import Testing

@testable import BenchmarkKit

struct RowTests {
  @Test(arguments: [([3.0], 3.0, 3.0), ([3, 1, 2], 2, 1), ([4, 1, 3, 2], 3, 1)])
  func `Median and minimum do not depend on the order`(
    times: [Double], median: Double, minimum: Double
  ) {
    let statistics = Statistics(times: times)

    #expect(statistics.median == median)
    #expect(statistics.minimum == minimum)
  }

  @Test func `Numbers are aligned, and what was not counted is a dash`() {
    let rows = [
      Row(
        name: "create", target: "≤ 1.2 × floor",
        measurement: Measurement(
          workTimes: [46.04, 45.2, 47], floorTimes: [44, 44, 44], allocations: (1, 1))),
      Row(
        name: "start koober", target: "≤ 2 × floor",
        measurement: Measurement(workTimes: [2_450_000], floorTimes: [1_225_000])),
    ]

    let expected = """
      work             median    minimum  allocs      floor  allocs  ratio  target
      create          46.0 ns    45.2 ns       1    44.0 ns       1   1.05  ≤ 1.2 × floor
      start koober  2450.0 µs  2450.0 µs       -  1225.0 µs       -   2.00  ≤ 2 × floor
      """
    #expect(rows.text == expected)
  }

  @Test(arguments: [
    (0.04, "0.0 ns"), (9_999, "9999.0 ns"), (10_000, "10.0 µs"), (12_345_678, "12.3 ms"),
    (12_345_678_900, "12.3 s"), (.infinity, "inf s"),
  ])
  func `A time has a unit that keeps it short`(nanoseconds: Double, text: String) {
    #expect(ResultTable.time(nanoseconds) == text)
  }

  @Test func `A row becomes an object with null for what is missing`() throws {
    let rows = [
      Row(
        name: "a \"b\"\n", target: "≤ 1 \\",
        measurement: Measurement(workTimes: [2, 1], floorTimes: [4, 4], allocations: (nil, 3))),
      Row(name: "c", target: "d", measurement: Measurement(workTimes: [.nan], floorTimes: [1])),
    ]

    let expected: JSON = [
      [
        "work": "a \"b\"\n", "target": "≤ 1 \\", "median": 2, "minimum": 1, "allocations": 3,
        "floorMedian": 4, "floorMinimum": 4, "floorAllocations": .null, "ratio": 0.5,
      ],
      [
        "work": "c", "target": "d", "median": .null, "minimum": .null, "allocations": .null,
        "floorMedian": 1, "floorMinimum": 1, "floorAllocations": .null, "ratio": .null,
      ],
    ]
    // What is not a number is written as null.
    #expect(try JSON(parsing: JSON.array(rows.map(\.json)).serialized()) == expected)
  }
}
