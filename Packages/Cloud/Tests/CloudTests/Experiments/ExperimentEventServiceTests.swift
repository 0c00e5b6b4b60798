import Basics
import CloudDomain
import Core
import CoreTesting
import FeatureFlags
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudStore

struct ExperimentEventServiceTests {
  private let folder: TemporaryFolder
  private let clock = ManualWallClock()
  private let service: ExperimentEventService

  init() throws {
    folder = try TemporaryFolder()
    let path = try folder.write(
      #"{"flags":{"ranking":{"state":"ENABLED","variants":{"match":1,"nearness":2}}}}"#,
      to: "flags.json")
    service = ExperimentEventService(
      store: SQLStore.sqlite(.memory), clock: clock,
      flags: FlagFile(path: path) { Issue.record("\($0)") })
  }

  private func record(
    _ events: [ExperimentEventRecord], from address: String? = nil
  ) throws -> ExperimentEventReceipt {
    try service.record(ExperimentEventBatch(events: events), from: address)
  }

  @Test(arguments: [
    [],
    [ExperimentEventRecord(id: "1", subject: "ann", milliseconds: 0, kind: .exposure)],
    [ExperimentEventRecord(id: "1", subject: "ann", milliseconds: 0, kind: .conversion)],
    [ExperimentEventRecord(id: "", subject: "ann", milliseconds: 0, kind: .conversion, name: "a")],
    [
      ExperimentEventRecord(
        id: "1", subject: String(repeating: "x", count: 129), milliseconds: 0, kind: .conversion,
        name: "a")
    ],
    [.conversion("1", "ann", at: 0, value: 1_000_000_001)],
    [.conversion("1", "ann", at: 0, value: -1_000_000_001)],
    [
      ExperimentEventRecord(
        id: "1", subject: "ann", milliseconds: 0, kind: .exposure, flag: "ranking",
        variant: "match", origin: "cloud", value: 1)
    ],
    (0...200).map {
      ExperimentEventRecord(
        id: "\($0)", subject: "ann", milliseconds: 0, kind: .conversion, name: "a")
    },
  ])
  func `An incomplete or endless batch is refused whole`(events: [ExperimentEventRecord]) throws {
    #expect(throws: APIError.self) { try record(events) }

    #expect(try service.store.conversionNames() == [])
  }

  @Test func `Exposures to unknown flags and variants are dropped and counted`() throws {
    let now = clock.now.milliseconds

    let receipt = try record([
      .exposure("1", "ann", "match", at: now), .exposure("2", "ann", "fame", at: now),
      .exposure("3", "ann", "match", at: now, flag: "layout"), .conversion("4", "ann", at: now),
    ])

    #expect(receipt == ExperimentEventReceipt(accepted: 2, unrecognized: 2))
    #expect(try service.store.experimentFlags() == ["ranking"])
  }

  @Test func `A cloud without definitions counts every flag`() throws {
    let open = ExperimentEventService(
      store: service.store, clock: clock, flags: service.flags, countsUnknownFlags: true)

    let receipt = try open.record(
      ExperimentEventBatch(events: [
        .exposure("1", "ann", "wide", at: clock.now.milliseconds, flag: "layout")
      ]), from: nil)

    #expect(receipt == ExperimentEventReceipt(accepted: 1))
    #expect(try service.store.experimentFlags() == ["layout"])
  }

  @Test func `What only the cloud records is refused to clients`() throws {
    let at = clock.now.milliseconds
    let open = ExperimentEventService(
      store: service.store, clock: clock, flags: service.flags, countsUnknownFlags: true)
    let batch = ExperimentEventBatch(events: [
      .exposure("1", "ann", "batched", at: at, flag: "dispatch-matching"),
      .exposure("2", "ann", "drivers", at: at, flag: "dispatch"),
      .exposure("3", "window/3600", "match", at: at), .conversion("4", "window/3600", at: at),
      .conversion("window/3600/nearest", "ann", at: at), .conversion("5", "windows", at: at),
    ])

    let refused = try open.record(batch, from: nil)

    #expect(refused == ExperimentEventReceipt(accepted: 1, unrecognized: 5))
    #expect(try service.store.experimentFlags() == [])
    #expect(
      try open.record(batch, from: nil, isOwn: true) == ExperimentEventReceipt(accepted: 6))
  }

  @Test func `A phase begins when its split did, not with the first event`() throws {
    let since = clock.now - 60
    let service = ExperimentEventService(
      store: service.store, clock: clock,
      flags: FixedFlags(definitions: try service.flags.definitions, since: since))
    let at = (clock.now - 30).milliseconds

    _ = try service.record(
      ExperimentEventBatch(events: [.exposure("1", "ann", "match", at: at)]), from: nil)

    let phases = try service.store.experimentPhases(of: "ranking")
    #expect(phases.map(\.since) == [since.milliseconds])
  }

  @Test(arguments: [
    (-180 * 24 * 3600, 1), (-180 * 24 * 3600 - 1, 0), (24 * 3600, 1), (24 * 3600 + 1, 0),
  ])
  func `Events of another time are dropped and counted`(seconds: Int, accepted: Int) throws {
    let at = clock.now.milliseconds + Int64(seconds) * 1000

    let receipt = try record([.conversion("1", "ann", at: at)])

    #expect(receipt == ExperimentEventReceipt(accepted: accepted, untimely: 1 - accepted))
  }

  @Test func `An installation may send 500 events a day`() throws {
    let now = clock.now.milliseconds
    let batches = (0..<3).map { batch in
      (0..<200).map { ExperimentEventRecord.conversion("\(batch)-\($0)", "ann", at: now) }
    }

    #expect(
      try batches.map { try record($0) } == [
        ExperimentEventReceipt(accepted: 200), ExperimentEventReceipt(accepted: 200),
        ExperimentEventReceipt(accepted: 100, overBudget: 100),
      ])
    clock.advance(by: .seconds(24 * 3600))
    #expect(try record(batches[2]).overBudget == 0)
  }

  @Test func `A network may send 100 000 events a day, under whatever subjects`() throws {
    let now = clock.now.milliseconds
    func batch(_ number: Int) -> [ExperimentEventRecord] {
      (0..<200).map { .conversion("\(number)-\($0)", "\(number)-\($0)", at: now) }
    }
    for number in 0..<499 {
      #expect(try record(batch(number), from: "2001:db8::1").overBudget == 0)
    }
    #expect(try record(batch(0), from: "2001:db8::1") == ExperimentEventReceipt(accepted: 200))

    #expect(try record(Array(batch(499)[1...]), from: "2001:db8::2").overBudget == 0)
    #expect(try record(Array(batch(500)[..<3]), from: "2001:db8::3").overBudget == 2)
    #expect(try record(batch(501), from: "192.0.2.7").overBudget == 0)
    #expect(try record(batch(502)).overBudget == 0)
    clock.advance(by: .seconds(24 * 3600))
    #expect(try record(batch(500), from: "2001:db8::3").overBudget == 0)
  }
}

/// Definitions that never change.
private struct FixedFlags: FlagSource {
  let definitions: FlagDefinitions
  let since: Date

  var current: (definitions: FlagDefinitions, since: Date) { (definitions, since) }

  func document() -> (document: JSON.Object, tag: EntityTag) {
    (JSON.Object(), EntityTag(of: Data()))
  }

  func replace(
    with document: JSON.Object, ifTag header: String, by author: String, message: String
  ) -> EntityTag? { nil }
}
