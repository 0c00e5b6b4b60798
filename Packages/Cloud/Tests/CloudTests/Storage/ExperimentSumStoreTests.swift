import Basics
import Core
import Experiments
import Testing

@testable import Cloud
@testable import CloudStore

/// The sums of values, such as fares.
struct ExperimentSumStoreTests {
  private let limits = ExperimentEventLimits(day: 1, dailyBudget: 100, oldest: 0)

  @Test(arguments: StoreUnderTest.allCases)
  func `Values are summed up over riders, before and since the first exposure`(
    kind: StoreUnderTest
  ) throws {
    try kind.withStore { (store) throws in
      func add(_ events: ExperimentEventRecord...) throws {
        _ = try store.addExperimentEvents(events, limits: limits)
      }
      func sums() throws -> [ExperimentSums] {
        try store.experimentSums(flag: "ranking", conversion: "fare", phase: 1)
          .sorted { $0.variant < $1.variant }
      }
      func fare(
        _ id: String, _ subject: String, _ value: Int, at milliseconds: Int64
      ) -> ExperimentEventRecord {
        .conversion(id, subject, at: milliseconds, name: "fare", value: value)
      }
      try add(fare("1", "ann", 7, at: 5), fare("2", "ann", 10, at: 20), fare("3", "ann", 5, at: 20))
      #expect(try sums() == [])

      try add(.exposure("4", "ann", "match", at: 20), fare("5", "bob", 3, at: 30))
      try add(.exposure("6", "bob", "match", at: 25), .conversion("7", "ann", at: 30, name: "fare"))
      try add(fare("2", "ann", 10, at: 20))

      var expected = ExperimentSums(variant: "match")
      expected.add(value: 15, events: 2, before: 7)
      expected.add(value: 3, events: 1, before: 0)
      #expect(try sums() == [expected])

      // An earlier exposure that comes later turns what was before into what was after.
      try add(.exposure("8", "ann", "match", at: 4))
      expected = ExperimentSums(variant: "match")
      expected.add(value: 22, events: 3, before: 0)
      expected.add(value: 3, events: 1, before: 0)
      #expect(try sums() == [expected])

      // Who meets two variants is left out.
      try add(.exposure("9", "ann", "nearness", at: 40))
      expected.add(value: 22, events: 3, before: 0, riders: -1)
      #expect(try sums() == [expected])
      try add(.exposure("10", "bob", "nearness", at: 40))
      #expect(try sums() == [])
      #expect(try store.experimentSums(flag: "ranking", conversion: "wait", phase: 1) == [])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Values are summed up by segments`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let design = ExperimentDesign(
        conversion: "fare", segments: ["wide"], author: "ada", message: "Why")
      _ = try store.startExperiment(
        ExperimentRecord(flag: "ranking", startedAt: 1, design: design),
        split: #"[["match",1]]"#)
      _ = try store.addExperimentEvents(
        [
          .exposure("1", "ann", "match", at: 2, segment: "wide"),
          .exposure("2", "bob", "match", at: 2, segment: "tall"),
          .conversion("3", "ann", at: 3, name: "fare", value: 5),
          .conversion("4", "bob", at: 3, name: "fare", value: 7),
        ], limits: limits)

      let sums = try store.experimentSums(flag: "ranking", conversion: "fare", phase: 1)
        .sorted { $0.segment < $1.segment }

      var others = ExperimentSums(variant: "match")
      others.add(value: 7, events: 1, before: 0)
      var wide = ExperimentSums(variant: "match", segment: "wide")
      wide.add(value: 5, events: 1, before: 0)
      #expect(sums == [others, wide])

      // Riders who are left out are so in their segment.
      _ = try store.addExperimentEvents(
        [.exposure("5", "ann", "nearness", at: 4, segment: "wide")], limits: limits)
      #expect(
        try store.experimentSums(flag: "ranking", conversion: "fare", phase: 1) == [others])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Sums follow values in any order, and forget old ones`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      var numbers = SplitMix64(11)
      func random(_ count: Int) -> Int { Int(numbers.next() % UInt64(count)) }
      var exposures: [String: Int64] = [:]
      var values: [(subject: String, at: Int64, value: Int)] = []
      func check() throws {
        var expected = ExperimentSums(variant: "a")
        for (subject, at) in exposures {
          let own = values.filter { $0.subject == subject }
          guard !own.isEmpty else { continue }
          let since = own.filter { $0.at >= at }
          expected.add(
            value: Double(since.reduce(0) { $0 + $1.value }), events: Double(since.count),
            before: Double(own.filter { $0.at < at }.reduce(0) { $0 + $1.value }))
        }
        let sums = try store.experimentSums(flag: "f", conversion: "fare", phase: 1)
        #expect(sums == (expected.riders == 0 ? [] : [expected]))
      }
      for batch in 0..<40 {
        let events = (0...random(9)).map { index -> ExperimentEventRecord in
          let rider = random(8)
          let (id, subject) = ("\(batch)-\(index)", "rider-\(rider)")
          let isExposure = random(3) == 0
          // Half of the riders are exposed after all that is forgotten in the end.
          let at = Int64(isExposure && rider < 4 ? 500 + random(500) : random(1000))
          if isExposure {
            exposures[subject] = min(exposures[subject] ?? .max, at)
            return .exposure(id, subject, "a", at: at, flag: "f")
          }
          let value = random(2001) - 1000
          values.append((subject, at, value))
          return .conversion(id, subject, at: at, name: "fare", value: value)
        }
        _ = try store.addExperimentEvents(
          events, limits: ExperimentEventLimits(day: 1, dailyBudget: 1000, oldest: 0))
        try check()
      }

      for index in 0..<30 {
        _ = try store.addExperimentEvents(
          [.conversion("x\(index)", "other", at: 2000)],
          limits: ExperimentEventLimits(day: 1, dailyBudget: 1000, oldest: 500))
      }

      values.removeAll { $0.at < 500 }
      exposures = exposures.filter { $0.value >= 500 }
      #expect(exposures.count == 4)
      try check()
    }
  }
}
