import CloudTesting
import Core
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudPostgreSQL
@testable import CloudStore

/// The network passes nothing on, and tells neither side.
@Suite(
  .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
struct SilentServerTests {
  private static let timeouts = PostgreSQLTimeouts(
    connect: .seconds(3), statement: .seconds(3))

  private func withStore(_ test: (SQLStore, ForgetfulProxy) throws -> Void) throws {
    let server = try #require(PostgreSQLServer.shared).get()
    try server.withDatabase { (url) throws in
      try SQLStore.postgreSQL(url: url, connections: 1).addRider("ann")
      let proxy = try ForgetfulProxy(serverFolder: server.folder)
      let database = PostgreSQLDatabase(
        url: proxy.url(insteadOf: url), connections: 2, timeouts: Self.timeouts)
      let store = SQLStore(database)
      #expect(try store.account(email: "ann@example.com") != nil)
      try test(store, proxy)
    }
  }

  @Test func `Requests go on over new connections`() throws {
    try withStore { (store, proxy) throws in
      proxy.fallSilent()

      #expect(try store.account(email: "ann@example.com") == .sample("ann"))
      let ride = RideRecord.sample("a", rider: "ann")
      #expect(try store.addRide(ride, key: nil, now: .noon) == .done(ride))
    }
  }

  @Test func `A write whose answer was lost in the silence has one effect`() throws {
    try withStore { (store, proxy) throws in
      proxy.fallSilent()
      let ride = RideRecord.sample("a", rider: "ann")

      #expect(try store.addRide(ride, key: nil, now: .noon) == .done(ride))
      #expect(try store.rides(of: Identifier("id-of-ann"), limit: 10) == [ride])
    }
  }

  @Test func `A server that stays silent is unavailable`() throws {
    try withStore { (store, proxy) throws in
      proxy.fallSilent(always: true)

      for _ in 0..<3 {
        let failure = #expect(throws: StoreError.self) {
          try store.account(email: "ann@example.com")
        }
        guard case .unavailable? = failure else {
          Issue.record("It is \(String(describing: failure)).")
          return
        }
      }
    }
  }
}
