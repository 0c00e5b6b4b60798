public import Basics

extension [Row] {
  /// The rows as JSON objects; times in nanoseconds, `null` where something was not measured.
  public var json: [JSON] { map(\.json) }
}

extension Row {
  fileprivate var json: JSON {
    [
      "work": .string(name),
      "target": .string(target),
      "median": .number(measurement.work.median),
      "minimum": .number(measurement.work.minimum),
      "allocations": number(measurement.work.allocations),
      "floorMedian": number(measurement.floor?.median),
      "floorMinimum": number(measurement.floor?.minimum),
      "floorAllocations": number(measurement.floor?.allocations),
      "ratio": number(measurement.ratio),
    ]
  }

  private func number(_ value: Double?) -> JSON { value.map { .number($0) } ?? .null }

  private func number(_ value: Int?) -> JSON { value.map { .number(JSON.Number($0)) } ?? .null }
}
