import Core
import Testing

@testable import Cloud

struct ExperimentEventServiceTests {
  private let service = ExperimentEventService(store: SQLStore.sqlite(.memory))

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
    (0...200).map {
      ExperimentEventRecord(
        id: "\($0)", subject: "ann", milliseconds: 0, kind: .conversion, name: "a")
    },
  ])
  func `An incomplete or endless batch is refused whole`(events: [ExperimentEventRecord]) throws {
    #expect(throws: Refusal.self) {
      try service.record(ExperimentEventBatch(events: events))
    }

    #expect(try service.store.conversionNames() == [])
  }
}
