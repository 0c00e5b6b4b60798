import Basics
import Core
import Experiments
import FeatureFlags
import Testing

@testable import Cloud
@testable import CloudStore

struct ExperimentStoreTests {
  private let limits = ExperimentEventLimits(day: 1, dailyBudget: 100, oldest: 0)
  private let exposed = ExperimentEventRecord.exposure("1", "ann", "nearness", at: 5)
  private let converted = ExperimentEventRecord.conversion("2", "ann", at: 6)

  @Test(arguments: StoreUnderTest.allCases)
  func `An event that comes again counts once`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      for events in [[exposed, converted], [exposed], [converted, exposed]] {
        #expect(try store.addExperimentEvents(events, limits: limits) == 0)
      }

      let counts = try store.experimentCounts(flag: "ranking", conversion: "ride_requested")

      #expect(counts == [ExperimentCount(variant: "nearness", exposed: 1, converted: 1)])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Only the flag and the conversion of the report are counted`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let chosen = ExperimentEventRecord(
        id: "3", subject: "bob", milliseconds: 5, kind: .exposure, flag: "ranking",
        variant: "match", origin: "--flag")
      _ = try store.addExperimentEvents([exposed, converted, chosen], limits: limits)

      #expect(
        try store.experimentCounts(flag: "ranking", conversion: "shared")
          == [ExperimentCount(variant: "nearness", exposed: 1, converted: 0)])
      #expect(try store.experimentCounts(flag: "layout", conversion: "ride_requested") == [])
      #expect(try store.experimentCounts(flag: "", conversion: "ride_requested") == [])
      #expect(try store.experimentFlags() == ["ranking"])
      #expect(try store.conversionNames() == ["ride_requested"])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Events in any order and in batches of any size give the counts of a tally`(
    kind: StoreUnderTest
  ) throws {
    try kind.withStore { (store) throws in
      var numbers = SplitMix64(7)
      func random(_ count: Int) -> Int { Int(numbers.next() % UInt64(count)) }
      var tallies = ["a", "b"].map { ExperimentTally(flag: "f", conversion: $0) }
      var id = 0
      for _ in 0..<60 {
        let events = (0...random(9)).map { _ in
          id += 1
          // Times differ, so that there is one first exposure.
          let at = Int64(random(1000) * 1000 + id)
          let subject = ["ann", "é", "e\u{301}"][random(3)] + String(random(12))
          let name = ["a", "b"][random(2)]
          return random(2) == 0
            ? ExperimentEventRecord.exposure("\(id)", subject, name, at: at, flag: "f")
            : .conversion("\(id)", subject, at: at, name: name)
        }
        _ = try store.addExperimentEvents(
          events, limits: ExperimentEventLimits(day: 1, dailyBudget: 1000, oldest: 0))
        for index in tallies.indices { for event in events { tallies[index].add(event) } }

        for (name, tally) in zip(["a", "b"], tallies) {
          let expected = tally.counts(of: [("a", 1), ("b", 1)]).filter { $0.exposed > 0 }.map {
            ExperimentCount(variant: $0.variant, exposed: $0.exposed, converted: $0.converted)
          }
          let counts = try store.experimentCounts(flag: "f", conversion: name)
          #expect(
            counts.filter { !$0.variant.isEmpty }.sorted { $0.variant < $1.variant } == expected)
          let leftOut = counts.first { $0.variant.isEmpty }
          #expect((leftOut?.exposed ?? 0) == tally.leftOut)
          #expect((leftOut?.converted ?? 0) == 0)
        }
      }
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Writers at once count every subject`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let results = concurrently(8) { index in
        try store.addExperimentEvents(
          [
            .exposure("e\(index)", "shared", "match", at: 100 - Int64(index)),
            .exposure("f\(index)", "\(index)", "nearness", at: 5),
            .conversion("g\(index)", "\(index)", at: 6),
          ], limits: limits)
      }

      for result in results { #expect(try result.get() == 0) }
      let counts = try store.experimentCounts(flag: "ranking", conversion: "ride_requested")
      #expect(
        counts.sorted { $0.variant < $1.variant } == [
          ExperimentCount(variant: "match", exposed: 1, converted: 0),
          ExperimentCount(variant: "nearness", exposed: 8, converted: 8),
        ])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `What is more than a subject's budget of the day is dropped`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let today = ExperimentEventLimits(day: 1, dailyBudget: 3, oldest: 0)
      let events = (0..<5).map { ExperimentEventRecord.conversion("\($0)", "ann", at: 5) }

      #expect(try store.addExperimentEvents(Array(events[..<2]), limits: today) == 0)
      #expect(try store.addExperimentEvents(Array(events[..<2]), limits: today) == 0)
      #expect(try store.addExperimentEvents(Array(events[2...]), limits: today) == 2)
      #expect(
        try store.addExperimentEvents([.conversion("9", "bob", at: 5)], limits: today) == 0)

      let tomorrow = ExperimentEventLimits(day: 2, dailyBudget: 3, oldest: 0)
      #expect(try store.addExperimentEvents(Array(events[3...]), limits: tomorrow) == 0)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A network has a budget, and a rider's identifier none`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      func limits(_ network: String?) -> ExperimentEventLimits {
        ExperimentEventLimits(
          day: 1, dailyBudget: 9, oldest: 0, network: network, dailyBudgetOfNetwork: 3)
      }
      func dropped(_ ids: Range<Int>, of subject: String?, from network: String?) throws -> Int {
        let events = ids.map {
          ExperimentEventRecord.conversion("\($0)", subject ?? "\($0)", at: 5)
        }
        return try store.addExperimentEvents(events, limits: limits(network))
      }

      #expect(try dropped(0..<2, of: nil, from: "a") == 0)
      #expect(try dropped(0..<2, of: nil, from: "a") == 0)
      #expect(try dropped(2..<5, of: nil, from: "a") == 2)
      #expect(try dropped(5..<7, of: nil, from: "b") == 0)
      #expect(try dropped(7..<9, of: "id-of-ann", from: nil) == 2)
      #expect(try dropped(9..<15, of: "other", from: nil) == 0)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Old events and their counts are deleted`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let old = (0..<30).flatMap { index in
        [
          ExperimentEventRecord.exposure("e\(index)", "\(index)", "match", at: 5),
          .conversion("c\(index)", "\(index)", at: 6),
        ]
      }
      _ = try store.addExperimentEvents(
        old + [.exposure("x", "ann", "match", at: 50), .conversion("y", "ann", at: 7)],
        limits: limits)

      for index in 0..<3 {
        let later = ExperimentEventLimits(day: 2, dailyBudget: 100, oldest: 20)
        _ = try store.addExperimentEvents(
          [.exposure("z\(index)", "bob", "match", at: 60)], limits: later)
      }

      #expect(
        try store.experimentCounts(flag: "ranking", conversion: "ride_requested")
          == [ExperimentCount(variant: "match", exposed: 2, converted: 0)])
      #expect(try store.conversionNames() == [])
    }
  }
}

extension ExperimentTally {
  /// Adds an event as a store keeps it.
  fileprivate mutating func add(_ record: ExperimentEventRecord) {
    let kind: ExperimentEvent.Kind =
      record.kind == .conversion
      ? .conversion(name: record.name ?? "", value: record.value)
      : .exposure(
        flag: record.flag ?? "", variant: record.variant ?? "", origin: record.origin ?? "")
    add(
      ExperimentEvent(
        id: record.id, subject: record.subject, milliseconds: record.milliseconds, kind: kind))
  }
}
