import Core
import Testing

@testable import Cloud

struct ExperimentStoreTests {
  private let exposure = ExperimentEventRecord(
    id: "1", subject: "ann", milliseconds: 5, kind: .exposure, flag: "ranking",
    variant: "nearness", origin: "cloud")
  private let conversion = ExperimentEventRecord(
    id: "2", subject: "ann", milliseconds: 6, kind: .conversion, name: "ride_requested")

  @Test(arguments: StoreUnderTest.allCases)
  func `An event that comes again counts once`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addExperimentEvents([exposure, conversion])
      try store.addExperimentEvents([exposure])

      let events = try store.experimentEvents(flag: "ranking", conversion: "ride_requested")

      #expect(events.sorted { $0.id < $1.id } == [exposure, conversion])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Only the flag and the conversion that are asked for are returned`(
    kind: StoreUnderTest
  ) throws {
    try kind.withStore { (store) throws in
      try store.addExperimentEvents([exposure, conversion])

      #expect(try store.experimentEvents(flag: "ranking", conversion: "shared") == [exposure])
      #expect(try store.experimentEvents(flag: "layout", conversion: "shared") == [])
      #expect(try store.exposedFlags() == [ExposedFlag(flag: "ranking", subjects: 1)])
      #expect(try store.conversionNames() == ["ride_requested"])
    }
  }
}
