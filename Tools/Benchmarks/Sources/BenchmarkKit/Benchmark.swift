/// One row to be: what is measured, against which target, and how.
public struct Benchmark: Sendable {
  /// The name of the work, for the first column and for `--only`.
  public let name: String
  /// The promise, in words.
  public let target: String
  private let measure: @concurrent @Sendable (Effort) async throws -> Measurement

  /// Creates a benchmark that measures itself in its own way, for example by starting a program.
  public init(
    _ name: String, target: String,
    measure: @escaping @concurrent @Sendable (Effort) async throws -> Measurement
  ) {
    self.name = name
    self.target = target
    self.measure = measure
  }

  /// Measures and returns the row.
  ///
  /// - Throws: ``Skipped`` when this machine lacks something that the row needs.
  public func run(_ effort: Effort) async throws -> Row {
    Row(name: name, target: target, measurement: try await measure(effort))
  }
}

/// How long to measure.
public struct Effort: Sendable {
  /// How often work and floor are measured, by turns.
  public let samples: Int
  /// How long one sample takes, about.
  public let sampleDuration: Duration
  /// How many things there are at the most in the world that is measured.
  public let largestSize: Int

  /// Creates an effort.
  public init(samples: Int, sampleDuration: Duration, largestSize: Int = .max) {
    self.samples = samples
    self.sampleDuration = sampleDuration
    self.largestSize = largestSize
  }

  /// Enough for a median that moves by a few per cent between runs.
  public static let full = Effort(samples: 41, sampleDuration: .milliseconds(10))
  /// Enough to see that a benchmark works.
  public static let brief = Effort(samples: 1, sampleDuration: .microseconds(100), largestSize: 20)
}

/// Why a benchmark cannot run on this machine, such as a program that is missing.
public struct Skipped: Error, CustomStringConvertible {
  /// The missing part, and how to have the row.
  public let description: String

  /// Creates the reason.
  public init(_ description: String) {
    self.description = description
  }
}

/// Keeps the last result of a piece of work, so that the work cannot be optimized away.
///
/// Only one benchmark runs at a time and on one thread; that is why nothing guards the value.
public final class Kept<Value> {
  /// The last result.
  public var value: Value?

  /// Creates an empty keeper.
  public init() {}
}
