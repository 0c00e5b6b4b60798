import AllocationProbe

extension Benchmark {
  /// Creates a benchmark of work against a floor that are measured by turns.
  ///
  /// A machine that slows down slows both down, so their ratio moves less than their times.
  ///
  /// - Parameters:
  ///   - prepare: Makes what the two closures share, once. Both keep their results in the kept
  ///     object, so that the optimiser cannot leave the work out.
  public static func paired<Fixture>(
    _ name: String, target: String,
    prepare: @escaping @Sendable () throws -> Fixture,
    floor: @escaping @Sendable (Fixture) -> Void,
    work: @escaping @Sendable (Fixture) -> Void
  ) -> Benchmark {
    Benchmark(name, target: target) { effort in
      let fixture = try prepare()
      return measure(effort, floor: { floor(fixture) }, work: { work(fixture) })
    }
  }

  private static func measure(
    _ effort: Effort, floor: () -> Void, work: () -> Void
  ) -> Measurement {
    let floorAllocations = allocations(of: floor)
    let workAllocations = allocations(of: work)
    let repetitions = repetitions(of: work, filling: effort.sampleDuration)
    var floorTimes: [Double] = []
    var workTimes: [Double] = []
    for _ in 0..<effort.samples {
      floorTimes.append(time(of: floor, repetitions: repetitions))
      workTimes.append(time(of: work, repetitions: repetitions))
    }
    return Measurement(
      work: Statistics(times: workTimes, allocations: workAllocations),
      floor: Statistics(times: floorTimes, allocations: floorAllocations),
      ratio: median(zip(workTimes, floorTimes).map { $0 / $1 }))
  }

  /// Counts one repetition, after one that pays for everything that happens only once.
  private static func allocations(of work: () -> Void) -> Int? {
    work()
    return AllocationProbe.works ? AllocationProbe.countAllocations(during: work) : nil
  }

  private static func repetitions(of work: () -> Void, filling duration: Duration) -> Int {
    var repetitions = 1
    while ContinuousClock().measure({ repeated(work, repetitions) }) < duration {
      repetitions *= 2
    }
    return repetitions
  }

  private static func time(of work: () -> Void, repetitions: Int) -> Double {
    let duration = ContinuousClock().measure { repeated(work, repetitions) }
    return duration / .nanoseconds(1) / Double(repetitions)
  }

  @inline(never)
  private static func repeated(_ work: () -> Void, _ repetitions: Int) {
    for _ in 0..<repetitions { work() }
  }
}
