import Core
import Experiments
import Testing

@testable import Cloud
@testable import CloudStore

/// Experiments with a beginning and an end, and changed splits.
struct ExperimentPhaseStoreTests {
  private static let design = ExperimentDesign(
    conversion: "ride_requested", author: "ada", message: "Why")
  private let limits = ExperimentEventLimits(day: 1, dailyBudget: 100, oldest: 0)

  @Test(arguments: StoreUnderTest.allCases)
  func `A changed split begins a phase, in which those who came before do not count`(
    kind: StoreUnderTest
  ) throws {
    try kind.withStore { (store) throws in
      let old = FlagAllocation(flag: "ranking", since: 0, split: #"[["match",1]]"#)
      let new = FlagAllocation(flag: "ranking", since: 10, split: #"[["nearness",1]]"#)
      func add(_ events: [ExperimentEventRecord], _ allocation: FlagAllocation) throws {
        _ = try store.addExperimentEvents(events, limits: limits, allocations: [allocation])
      }
      // In any order, from servers that have and that have not heard of the new split.
      try add([.exposure("1", "ann", "match", at: 5)], old)
      try add([.exposure("2", "bob", "nearness", at: 11)], new)
      try add([.exposure("3", "ann", "nearness", at: 12)], new)
      try add([.exposure("4", "cem", "match", at: 9)], old)
      try add([.exposure("5", "bob", "match", at: 13)], new)
      try add([.exposure("6", "dee", "nearness", at: 14), .conversion("7", "dee", at: 15)], new)

      let phases = try store.experimentPhases(of: "ranking")
      let counts = try (1...2).map { phase in
        try store.experimentCounts(flag: "ranking", conversion: "ride_requested", phase: phase)
          .sorted { $0.variant < $1.variant }
      }

      #expect(phases.map(\.number) == [1, 2])
      #expect(phases.map(\.since) == [0, 10])
      #expect(counts[0] == [ExperimentCount(variant: "match", exposed: 2, converted: 0)])
      #expect(
        counts[1] == [
          ExperimentCount(variant: "", exposed: 1, converted: 0),
          ExperimentCount(variant: "nearness", exposed: 1, converted: 1),
        ])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Who met two variants in a phase counts in an earlier one that becomes known later`(
    kind: StoreUnderTest
  ) throws {
    try kind.withStore { (store) throws in
      let old = FlagAllocation(flag: "ranking", since: 0, split: #"[["match",1]]"#)
      let new = FlagAllocation(flag: "ranking", since: 10, split: #"[["nearness",1]]"#)
      func counts(_ phase: Int) throws -> [ExperimentCount] {
        try store.experimentCounts(flag: "ranking", conversion: "shared", phase: phase)
      }
      _ = try store.addExperimentEvents(
        [.exposure("0", "bob", "match", at: 5)], limits: limits, allocations: [old])
      _ = try store.addExperimentEvents(
        [.exposure("1", "ann", "nearness", at: 11), .exposure("2", "ann", "match", at: 12)],
        limits: limits, allocations: [new])
      #expect(try counts(2) == [ExperimentCount(variant: "", exposed: 1, converted: 0)])

      _ = try store.addExperimentEvents(
        [.exposure("3", "ann", "match", at: 6)], limits: limits, allocations: [new])

      #expect(try counts(1) == [ExperimentCount(variant: "match", exposed: 2, converted: 0)])
      #expect(try counts(2) == [])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A rider is counted in the segment of the first exposure, if the experiment has named it`(
    kind: StoreUnderTest
  ) throws {
    try kind.withStore { (store) throws in
      let split = #"[["match",1]]"#
      let design = ExperimentDesign(
        conversion: "ride_requested", segments: ["wide", "narrow"], author: "ada", message: "Why")
      _ = try store.startExperiment(
        ExperimentRecord(flag: "ranking", startedAt: 10, design: design), split: split)
      func add(_ events: ExperimentEventRecord...) throws {
        _ = try store.addExperimentEvents(
          events, limits: limits,
          allocations: [FlagAllocation(flag: "ranking", since: 10, split: split)])
      }

      try add(.exposure("1", "ann", "match", at: 30, segment: "narrow"))
      try add(.conversion("2", "ann", at: 40))
      // An earlier one that comes later.
      try add(.exposure("3", "ann", "match", at: 20, segment: "wide"))
      try add(.exposure("4", "bob", "match", at: 20, segment: "tall"))
      try add(.exposure("5", "cem", "match", at: 20))
      try add(.exposure("6", "dee", "match", at: 20, segment: "wide"))
      _ = try store.stopExperiment(on: "ranking", at: 50)
      try add(.exposure("7", "eve", "match", at: 49, segment: "narrow"))
      try add(.exposure("8", "fay", "match", at: 50, segment: "narrow"))

      let counts = try store.experimentCounts(
        flag: "ranking", conversion: "ride_requested", phase: 1)
      #expect(
        counts.sorted { $0.segment < $1.segment } == [
          ExperimentCount(variant: "match", exposed: 2, converted: 0),
          ExperimentCount(variant: "match", segment: "narrow", exposed: 1, converted: 0),
          ExperimentCount(variant: "match", segment: "wide", exposed: 2, converted: 1),
        ])
      let later = try store.experimentCounts(
        flag: "ranking", conversion: "ride_requested", phase: 2)
      #expect(later == [ExperimentCount(variant: "match", exposed: 1, converted: 0)])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `An experiment is started once, stopped once, and begins and ends a phase`(
    kind: StoreUnderTest
  ) throws {
    try kind.withStore { (store) throws in
      let split = #"[["match",1],["nearness",1]]"#
      let experiment = ExperimentRecord(flag: "ranking", startedAt: 10, design: Self.design)
      let second = ExperimentRecord(flag: "ranking", startedAt: 30, design: Self.design)

      #expect(try !store.stopExperiment(on: "ranking", at: 5))
      #expect(try store.startExperiment(experiment, split: split))
      // The same again, as after a commit whose answer was lost.
      #expect(try store.startExperiment(experiment, split: split))
      #expect(try !store.startExperiment(second, split: split))
      #expect(try store.experiment(on: "ranking") == experiment)
      #expect(try store.stopExperiment(on: "ranking", at: 20))
      #expect(try !store.stopExperiment(on: "ranking", at: 25))
      #expect(try store.experiment(on: "ranking")?.stoppedAt == 20)
      #expect(try store.startExperiment(second, split: split))

      let phases = try store.experimentPhases(of: "ranking")
      #expect(phases.map(\.since) == [10, 20, 30])
      #expect(phases.map(\.split) == [split, "[]", split])
      #expect(try store.experimentFlags() == ["ranking"])
    }
  }
}
