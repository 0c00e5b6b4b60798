/// What a benchmark found.
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
