import Basics
import Core
import Experiments
import FeatureFlags
import Testing

@testable import Cloud

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
      let text = String(decoding: try JSONCoding.encode(design), as: UTF8.self)
      _ = try store.startExperiment(
        ExperimentRecord(flag: "ranking", startedAt: 10, design: text), split: split)
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
        ExperimentRecord(
          flag: "ranking", startedAt: 1,
          design: String(decoding: try JSONCoding.encode(design), as: UTF8.self)),
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

  @Test(arguments: StoreUnderTest.allCases)
  func `An experiment is started once, stopped once, and begins and ends a phase`(
    kind: StoreUnderTest
  ) throws {
    try kind.withStore { (store) throws in
      let split = #"[["match",1],["nearness",1]]"#
      let experiment = ExperimentRecord(flag: "ranking", startedAt: 10, design: "{}")
      let second = ExperimentRecord(flag: "ranking", startedAt: 30, design: "{}")

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
