import Basics
import BenchmarkKit
import Testing

struct JSONTests {
  @Test func `Rows become an array of objects with null for what is missing`() throws {
    let rows = [
      Row(
        name: "a \"b\"\n", target: "≤ 1 \\",
        measurement: Measurement(
          work: Statistics(times: [2, 1], allocations: 3),
          floor: Statistics(times: [4]), ratio: 0.5)),
      Row(name: "c", target: "d", measurement: Measurement(work: Statistics(times: [.nan]))),
    ]

    let expected: JSON = [
      [
        "work": "a \"b\"\n", "target": "≤ 1 \\", "median": 2, "minimum": 1, "allocations": 3,
        "floorMedian": 4, "floorMinimum": 4, "floorAllocations": .null, "ratio": 0.5,
      ],
      [
        "work": "c", "target": "d", "median": .null, "minimum": .null, "allocations": .null,
        "floorMedian": .null, "floorMinimum": .null, "floorAllocations": .null, "ratio": .null,
      ],
    ]
    // What is not a number is written as null.
    #expect(try JSON(parsing: JSON.array(rows.json).serialized()) == expected)
  }

  @Test func `No rows are an empty array`() {
    #expect([Row]().json == [])
  }
}
