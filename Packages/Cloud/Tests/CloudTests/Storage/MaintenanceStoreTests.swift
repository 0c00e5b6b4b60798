import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud

struct MaintenanceStoreTests {
  @Test(arguments: StoreUnderTest.allCases)
  func `The time of a task is that of the last one`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      #expect(try store.time(of: .backup) == nil)

      try store.record(.backup, at: .noon)
      try store.record(.readinessCheck, at: .noon + 1)
      try store.record(.backup, at: .noon + 2)

      #expect(try store.time(of: .backup) == (.noon + 2).inWholeMilliseconds)
    }
  }

  @Test func `Nothing is old before the clock has gone right for an hour`() {
    let (store, clock) = (SQLStore.sqlite(.memory), ManualWallClock())
    func isTrusted(after seconds: Int, step: Int = 0) -> Bool {
      clock.advance(by: .seconds(seconds))
      clock.step(by: .seconds(step))
      return store.deletionTime(of: clock) == clock.now
    }

    #expect(!isTrusted(after: 0))
    #expect(!isTrusted(after: 3599))
    #expect(isTrusted(after: 1))
    #expect(isTrusted(after: 1, step: 3000))
    #expect(!isTrusted(after: 7200, step: 86_400))
    #expect(!isTrusted(after: 3599))
    #expect(!isTrusted(after: 10, step: -86_400))
    #expect(isTrusted(after: 3600))
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Samples are read, of few and of no rows`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.readSample(7)
      try store.addRider("ann")
      #expect(try store.addRide(.sample("a", rider: "ann"), key: nil, now: .noon) == .added)
      for number in UInt8.min...UInt8.max { try store.readSample(number) }
    }
  }
}
