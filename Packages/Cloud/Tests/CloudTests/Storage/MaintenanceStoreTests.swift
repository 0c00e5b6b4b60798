import CloudDomain
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudStore

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

  @Test(arguments: StoreUnderTest.allCases)
  func `What is old is told by the newest event that is an hour old`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      func add(at time: Date) throws {
        try store.addAuditEvent(
          AuditEvent(time: time, action: .signIn, subject: .adminToken(name: "a"), address: nil),
          keepingAfter: .distantPast, share: 9, of: nil)
      }
      #expect(store.deletionTime(at: .noon) == .distantPast)
      try add(at: .noon)
      #expect(store.deletionTime(at: .noon + 3599) == .distantPast)
      #expect(store.deletionTime(at: .noon + 3600) == .noon)
      // The clock is wrong for less than an hour.
      let wrong = Date.noon + 200 * 24 * 3600
      try add(at: wrong)
      #expect(store.deletionTime(at: wrong + 3599) == .noon)
      #expect(store.deletionTime(at: .noon + 4000) == .noon)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Samples are read, of few and of no rows`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.readSample(7)
      try store.addRider("ann")
      #expect(
        try store.addRide(.sample("a", rider: "ann"), key: nil, now: .noon)
          == .done(.sample("a", rider: "ann")))
      for number in UInt8.min...UInt8.max { try store.readSample(number) }
    }
  }
}
