package import Basics
import Foundation
import Terminal

/// One line of the result.
package struct Row: Sendable {
  package let name: String
  package let target: String
  package let measurement: Measurement
}

/// The times of work and of its floor, which were measured in pairs.
package struct Measurement: Sendable {
  /// The work, per repetition.
  package let work: Statistics
  /// The least work with the same result, in the same run.
  package let floor: Statistics
  /// The median of the ratios of work to floor, pair by pair.
  package let ratio: Double

  /// Summarizes times in nanoseconds; at least one pair is required.
  package init(
    workTimes: [Double], floorTimes: [Double], allocations: (floor: Int?, work: Int?) = (nil, nil)
  ) {
    work = Statistics(times: workTimes, allocations: allocations.work)
    floor = Statistics(times: floorTimes, allocations: allocations.floor)
    ratio = BenchmarkKit.median(zip(workTimes, floorTimes).map { $0 / $1 })
  }
}

/// The times of one piece of work, and its allocations.
package struct Statistics: Sendable {
  /// The median time of one repetition, in nanoseconds.
  package let median: Double
  /// The shortest time of one repetition, in nanoseconds.
  package let minimum: Double
  /// The number of allocations of one repetition; `nil` where they are not counted.
  package let allocations: Int?

  init(times: [Double], allocations: Int? = nil) {
    median = BenchmarkKit.median(times)
    minimum = times.min() ?? .nan
    self.allocations = allocations
  }
}

/// Returns the middle of the values, the upper one of two; not a number when there is none.
func median(_ values: [Double]) -> Double {
  values.isEmpty ? .nan : values.sorted()[values.count / 2]
}

extension [Row] {
  /// The rows in columns, without a line break at the end.
  package var text: String {
    let head = ["work", "median", "minimum", "allocs", "floor", "allocs", "ratio", "target"]
    return ResultTable.text([head] + map(\.cells))
  }
}

extension Row {
  fileprivate var cells: [String] {
    let (work, floor) = (measurement.work, measurement.floor)
    func count(_ count: Int?) -> String { count.map(String.init) ?? "-" }
    return [
      name, ResultTable.time(work.median), ResultTable.time(work.minimum), count(work.allocations),
      ResultTable.time(floor.median), count(floor.allocations),
      ResultTable.ratio(measurement.ratio), target,
    ]
  }

  /// The row as a JSON object; times in nanoseconds, `null` where allocations were not counted.
  package var json: JSON {
    func count(_ count: Int?) -> JSON { count.map { .number(JSON.Number($0)) } ?? .null }
    let (work, floor) = (measurement.work, measurement.floor)
    return [
      "work": .string(name), "target": .string(target),
      "median": .number(work.median), "minimum": .number(work.minimum),
      "allocations": count(work.allocations), "floorMedian": .number(floor.median),
      "floorMinimum": .number(floor.minimum), "floorAllocations": count(floor.allocations),
      "ratio": .number(measurement.ratio),
    ]
  }
}

/// The layout of tables of numbers.
package enum ResultTable {
  /// Lays a heading and rows out: names at the left of their column, numbers at the right, and the
  /// target at the end of the line.
  package static func text(_ lines: [[String]]) -> String {
    let head = lines[0]
    let columns = head.indices.map { index in
      let isText = index == 0 || index == head.count - 1
      return Table.Column(head[index], alignment: isText ? .leading : .trailing, isWhole: true)
    }
    let table = Table(columns: columns, rows: lines.dropFirst().map { $0.map { Styled($0) } })
    return table.lines(columns: .max, isUnicode: true).map(\.text).joined(separator: "\n")
  }

  /// Returns a time in a unit that leaves at most four digits before the point.
  package static func time(_ nanoseconds: Double) -> String {
    let units = [("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
    let (unit, factor) = units.last { nanoseconds >= $0.1 * 10 } ?? units[0]
    return "\(String(format: "%.1f", nanoseconds / factor)) \(unit)"
  }

  /// Returns a number with two digits after the point.
  package static func ratio(_ value: Double) -> String { String(format: "%.2f", value) }
}
