import CloudPostgreSQL
import CloudTesting
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

/// A cloud whose rides are driven by riders.
struct DispatchStage {
  let cloud: TestCloud
  let client: CloudClient
  let dispatcher: Dispatcher

  init(database: CloudDatabase = .inMemory(), driversNeedApproval: Bool = false) {
    var cloud = TestCloud(database: database)
    cloud.dispatch = { .drivers }
    cloud.driversNeedApproval = driversNeedApproval
    self.cloud = cloud
    client = cloud.makeClient()
    dispatcher = CloudContainer(dependencies: cloud).makeDispatcher()
  }

  var clock: ManualWallClock { cloud.manualClock }

  /// Plays on one of the databases.
  static func on(
    _ store: StoreUnderTest, play: @Sendable (DispatchStage) async throws -> Void
  ) async throws {
    switch store {
    case .sqliteInMemory, .sqliteFile: try await play(DispatchStage())
    case .postgreSQL:
      try await #require(PostgreSQLServer.shared).get().withDatabase { (url) async throws in
        try await play(DispatchStage(database: .postgreSQL(url: url, connections: 2)))
      }
    }
  }

  /// Signs up a driver and starts a shift.
  func driver(
    _ name: String, plate: String, _ option: RideOptionKind = .wallabee,
    at location: Location = .operaHouse, client: CloudClient? = nil
  ) async throws -> UserSession {
    let client = client ?? self.client
    let session = try await client.signUp(name)
    try await register(plate, option, by: session, client)
    try await startShift(by: session, at: location, client)
    return session
  }

  func register(
    _ plate: String, _ option: RideOptionKind = .wallabee, by driver: UserSession,
    _ client: CloudClient? = nil
  ) async throws {
    _ = try await (client ?? self.client).call(
      CloudAPI.registerDriver, body: DriverCar(plate: plate, model: "Mazda 2", option: option),
      session: driver)
  }

  func startShift(
    by driver: UserSession, at location: Location = .operaHouse, _ client: CloudClient? = nil
  ) async throws {
    _ = try await (client ?? self.client).call(
      CloudAPI.startShift, body: DriverPosition(location), session: driver)
  }

  /// Lets time pass, reports where drivers are, and makes a round.
  func pass(_ seconds: Int, reporting drivers: [UserSession] = []) async throws {
    clock.advance(by: .seconds(seconds))
    for driver in drivers {
      let status = try await client.call(CloudAPI.driver, session: driver)
      let location = try #require(status.shift).location
      try await report(location, by: driver)
    }
    try await dispatcher.round { Issue.record("\($0)") }
  }

  func report(_ location: Location, by driver: UserSession) async throws {
    _ = try await client.call(
      CloudAPI.reportPosition, body: DriverPosition(location), session: driver)
  }

  func status(_ driver: UserSession) async throws -> DriverStatus {
    try await client.call(CloudAPI.driver, session: driver)
  }

  func accept(_ driver: UserSession) async throws -> DriverStatus {
    let offer = try #require(try await status(driver).offer)
    return try await client.call(
      CloudAPI.acceptOffer, parameters: OfferParameters(offer: offer.id), session: driver)
  }

  func advance(
    _ ride: Identifier<Ride>, _ step: RideAdvance.Step, by driver: UserSession
  ) async throws -> DriverStatus {
    let code = step == .start ? try code(of: ride) : nil
    return try await client.call(
      CloudAPI.advanceRide, parameters: RideParameters(ride: ride),
      body: RideAdvance(step, code: code), session: driver)
  }

  /// What the rider tells the driver.
  func code(of ride: Identifier<Ride>) throws -> String {
    let record = try cloud.database.store.first(
      RideColumn.select("WHERE id = :ride"), ["ride": ride], read: RideRecord.init)
    return try #require(record).code
  }

  func ride(_ id: Identifier<Ride>, of rider: UserSession) async throws -> Ride {
    try await client.call(CloudAPI.ride, parameters: RideReading(ride: id), session: rider)
  }
}
