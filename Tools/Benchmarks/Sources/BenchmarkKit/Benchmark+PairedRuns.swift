extension Benchmark {
  /// Creates a benchmark of work and a floor that both leave the world changed, such as programs:
  /// each sample is one run, on what `prepareRun` made ready, which is not measured.
  public static func pairedRuns<Fixture, Run>(
    _ name: String, target: String,
    prepare: @escaping @Sendable (Effort) throws -> Fixture,
    prepareRun: @escaping @Sendable (Fixture) throws -> Run,
    floor: @escaping @Sendable (Fixture, Run) throws -> Void,
    work: @escaping @Sendable (Fixture, Run) throws -> Void
  ) -> Benchmark {
    Benchmark(name, target: target) { effort in
      let fixture = try prepare(effort)
      var floorTimes: [Double] = []
      var workTimes: [Double] = []
      for sample in 0...effort.samples {
        let floorRun = try prepareRun(fixture)
        let floorTime = try await nanoseconds { try floor(fixture, floorRun) }
        let workRun = try prepareRun(fixture)
        let workTime = try await nanoseconds { try work(fixture, workRun) }
        // The first pair pays for what happens only once, such as reading the programs.
        if sample > 0 {
          floorTimes.append(floorTime)
          workTimes.append(workTime)
        }
      }
      return Measurement(workTimes: workTimes, floorTimes: floorTimes)
    }
  }
}
