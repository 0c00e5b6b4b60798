import AllocationProbe

extension Benchmark {
  /// Creates a benchmark of work against a floor that are measured by turns.
  ///
  /// A machine that slows down slows both down, so their ratio moves less than their times. Both
  /// closures store their results in a ``Sink``, so that the optimizer cannot leave the work out.
  package static func paired<Fixture>(
    _ name: String, target: String,
    prepare: @escaping @Sendable (Effort) throws -> Fixture,
    floor: @escaping @Sendable (Fixture) throws -> Void,
    work: @escaping @Sendable (Fixture) throws -> Void
  ) -> Benchmark {
    Benchmark(name, target: target) { effort in
      let fixture = try prepare(effort)
      let floorAllocations = try allocations { try floor(fixture) }
      let workAllocations = try allocations { try work(fixture) }
      return try await measure(
        effort, allocations: (floorAllocations, workAllocations),
        floor: { count in try repeated(count) { try floor(fixture) } },
        work: { count in try repeated(count) { try work(fixture) } })
    }
  }

  /// Creates a benchmark of work that waits; allocations, on any thread, are not counted.
  package static func pairedWaiting<Fixture: Sendable>(
    _ name: String, target: String,
    prepare: @escaping @Sendable (Effort) async throws -> Fixture,
    floor: @escaping @Sendable (Fixture) async throws -> Void,
    work: @escaping @Sendable (Fixture) async throws -> Void
  ) -> Benchmark {
    Benchmark(name, target: target) { effort in
      let fixture = try await prepare(effort)
      return try await measure(
        effort,
        floor: { count in for _ in 0..<count { try await floor(fixture) } },
        work: { count in for _ in 0..<count { try await work(fixture) } })
    }
  }

  /// Creates a benchmark of work and a floor that both change their world, such as programs: each
  /// sample is one run, on what `prepareRun` made ready, which is not measured.
  package static func pairedRuns<Fixture, Run>(
    _ name: String, target: String,
    prepare: @escaping @Sendable (Effort) throws -> Fixture,
    prepareRun: @escaping @Sendable (Fixture) throws -> Run,
    floor: @escaping @Sendable (Fixture, Run) throws -> Void,
    work: @escaping @Sendable (Fixture, Run) throws -> Void
  ) -> Benchmark {
    Benchmark(name, target: target) { effort in
      let fixture = try prepare(effort)
      var (floorTimes, workTimes): ([Double], [Double]) = ([], [])
      for _ in 0...effort.samples {
        let floorRun = try prepareRun(fixture)
        floorTimes.append(try await nanoseconds { try floor(fixture, floorRun) })
        let workRun = try prepareRun(fixture)
        workTimes.append(try await nanoseconds { try work(fixture, workRun) })
      }
      // The first pair pays for what happens only once, such as reading the programs.
      return Measurement(
        workTimes: Array(workTimes.dropFirst()), floorTimes: Array(floorTimes.dropFirst()))
    }
  }

  /// Creates one benchmark for each size but the smallest: work in a world of that size against the
  /// same work in the smallest one. A ratio that grows from row to row is a curve that bends upwards.
  package static func growth<Fixture: Sendable>(
    _ name: String, of items: String, sizes: [Int], target: String,
    prepare: @escaping @Sendable (Int) async throws -> Fixture,
    work: @escaping @Sendable (Fixture) async throws -> Void
  ) -> [Benchmark] {
    sizes.dropFirst().map { size in
      pairedWaiting(
        "\(name), \(size) \(items)", target: target,
        prepare: { (try await prepare(sizes[0]), try await prepare(min(size, $0.largestSize))) },
        floor: { try await work($0.0) },
        work: { try await work($0.1) })
    }
  }

  /// Performs a piece of work some number of times.
  private typealias Repeated = (Int) async throws -> Void

  private static func measure(
    _ effort: Effort, allocations: (floor: Int?, work: Int?) = (nil, nil),
    floor: Repeated, work: Repeated
  ) async throws -> Measurement {
    let count = try await repetitions(of: work, filling: effort.sampleDuration)
    var (floorTimes, workTimes): ([Double], [Double]) = ([], [])
    for _ in 0..<effort.samples {
      floorTimes.append(try await nanoseconds { try await floor(count) } / Double(count))
      workTimes.append(try await nanoseconds { try await work(count) } / Double(count))
    }
    return Measurement(workTimes: workTimes, floorTimes: floorTimes, allocations: allocations)
  }

  /// Counts one repetition, after one that pays for everything that happens only once.
  private static func allocations(of work: () throws -> Void) throws -> Int? {
    try work()
    return AllocationProbe.works ? try AllocationProbe.countAllocations(during: work) : nil
  }

  private static func repetitions(
    of work: Repeated, filling duration: Duration
  ) async throws -> Int {
    var count = 1
    while try await nanoseconds(of: { try await work(count) }) < duration / .nanoseconds(1) {
      count *= 2
    }
    return count
  }

  @inline(never)
  private static func repeated(_ count: Int, _ work: () throws -> Void) rethrows {
    for _ in 0..<count { try work() }
  }
}

/// Returns how long a piece of work takes, in nanoseconds.
package func nanoseconds(of work: () async throws -> Void) async rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try await work()
  return (clock.now - start) / .nanoseconds(1)
}
