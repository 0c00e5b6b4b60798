/// Work that can be measured against its floor, the least code that does the same.
package struct Benchmark: Sendable {
  /// The name of the work, for the first column and for `--only`.
  package let name: String
  /// The promise, in words.
  package let target: String
  private let measure: @concurrent @Sendable (Effort) async throws -> Measurement

  package init(
    _ name: String, target: String,
    measure: @escaping @concurrent @Sendable (Effort) async throws -> Measurement
  ) {
    self.name = name
    self.target = target
    self.measure = measure
  }

  /// Measures and returns the row; throws ``SkipError`` when this machine lacks what it needs.
  package func run(_ effort: Effort) async throws -> Row {
    Row(name: name, target: target, measurement: try await measure(effort))
  }
}

/// How long to measure.
package struct Effort: Sendable {
  /// How often work and floor are measured, by turns.
  package let samples: Int
  /// How long one sample takes, about.
  package let sampleDuration: Duration
  /// The largest number of items in a measured world.
  package let largestSize: Int

  /// Enough for a median that moves by a few per cent between runs.
  package static let full = Effort(
    samples: 41, sampleDuration: .milliseconds(10), largestSize: .max)
  /// Enough to see that a benchmark works.
  package static let brief = Effort(samples: 1, sampleDuration: .microseconds(100), largestSize: 20)
}

/// The reason why a benchmark cannot run on this machine, such as a missing program.
package struct SkipError: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}

/// Stores the last result of a piece of work, so that the optimizer cannot remove the work.
///
/// Only one benchmark runs at a time and on one thread; that is why nothing guards the value.
package final class Sink<Value> {
  package var value: Value?
  package init() {}
}
