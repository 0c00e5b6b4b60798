public import Basics

/// One line of the result.
public struct Row: Equatable, Sendable {
  /// The name of the work.
  public let name: String
  /// The promise.
  public let target: String
  /// The result.
  public let measurement: Measurement

  /// Creates a row from its parts.
  public init(name: String, target: String, measurement: Measurement) {
    self.name = name
    self.target = target
    self.measurement = measurement
  }
}

/// The result of a benchmark.
public struct Measurement: Equatable, Sendable {
  /// The work, per repetition.
  public let work: Statistics
  /// The least work with the same result, in the same run; `nil` where there is none.
  public let floor: Statistics?
  /// The median of the ratios of work to floor, pair by pair; `nil` without a floor.
  public let ratio: Double?

  /// Creates a measurement from its parts.
  public init(work: Statistics, floor: Statistics? = nil, ratio: Double? = nil) {
    self.work = work
    self.floor = floor
    self.ratio = ratio
  }
}

/// The times of one piece of work, and its allocations.
public struct Statistics: Equatable, Sendable {
  /// The median time of one repetition, in nanoseconds.
  public let median: Double
  /// The shortest time of one repetition, in nanoseconds.
  public let minimum: Double
  /// How often one repetition asks for memory; `nil` where this is not counted.
  public let allocations: Int?

  /// Summarizes times in nanoseconds, of which there is at least one.
  public init(times: [Double], allocations: Int? = nil) {
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
