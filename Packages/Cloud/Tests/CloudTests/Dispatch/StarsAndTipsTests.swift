import Core
import CoreTesting
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

/// What a rider gives a driver after the ride, and what the driver learns of it.
struct StarsAndTipsTests {
  private static let stores = StoreUnderTest.allCases.filter { $0 != .sqliteFile }

  /// Dora drives a ride of a new rider to its end.
  private func drive(
    _ number: Int, by dora: UserSession, on stage: DispatchStage
  ) async throws -> (rider: UserSession, ride: Ride) {
    let rider = try await stage.client.signUp("Rider \(number)")
    return (rider, try await drive(for: rider, by: dora, on: stage))
  }

  private func drive(
    for rider: UserSession, by dora: UserSession, on stage: DispatchStage
  ) async throws -> Ride {
    let ride = try await stage.client.requestRide(session: rider)
    try await stage.report(.operaHouse, by: dora)
    try await stage.pass(1)
    _ = try await stage.accept(dora)
    stage.clock.advance(by: .seconds(200))
    for step in [RideAdvance.Step.arrive, .start] {
      _ = try await stage.advance(ride.id, step, by: dora)
    }
    stage.clock.advance(by: .seconds(600))
    try await stage.report(.appleStore, by: dora)
    _ = try await stage.advance(ride.id, .complete, by: dora)
    return ride
  }

  private func rate(
    _ ride: Ride, _ stars: Int, by rider: UserSession, on stage: DispatchStage
  ) async throws {
    _ = try await stage.client.call(
      CloudAPI.rateRide, parameters: RideParameters(ride: ride.id), body: RideRating(stars: stars),
      session: rider)
  }

  private func tip(
    _ ride: Ride, _ cents: Int, by rider: UserSession, on stage: DispatchStage
  ) async throws -> Ride {
    try await stage.client.call(
      CloudAPI.tipDriver, parameters: RideParameters(ride: ride.id),
      body: RideTip(minorUnits: cents), session: rider)
  }

  @Test(arguments: stores)
  func `A driver learns the mean of five stars together, never one`(
    store: StoreUnderTest
  ) async throws {
    try await DispatchStage.on(store) { stage in
      let dora = try await stage.driver("Dora", plate: "AA")
      for (number, stars) in [5, 4, 2, 5, 5, 3].enumerated() {
        let (rider, ride) = try await drive(number, by: dora, on: stage)
        for _ in 0..<2 { try await rate(ride, stars, by: rider, on: stage) }

        let rating = try await stage.status(dora).rating
        #expect(rating == (number < 4 ? nil : DriverRating(mean: 4.2, count: 5)))
      }
      let export = try await stage.client.call(CloudAPI.exportAccount, session: dora)
      #expect(export.driving?.rating == DriverRating(mean: 4.2, count: 5))
      #expect(export.givenRatings == [])
    }
  }

  @Test func `The driver of a simulated ride is rated and tipped, too`() async throws {
    let cloud = TestCloud()
    let client = cloud.makeClient()
    let ann = try await client.signUp("Ann")
    let ride = try await client.requestRide(session: ann)
    let parameters = RideParameters(ride: ride.id)
    await expectRefusal(.wrongStep) {
      try await client.call(
        CloudAPI.rateRide, parameters: parameters, body: RideRating(stars: 5), session: ann)
    }
    cloud.manualClock.advance(by: .seconds(7200))

    _ = try await client.call(
      CloudAPI.rateRide, parameters: parameters, body: RideRating(stars: 5), session: ann)
    let tipped = try await client.call(
      CloudAPI.tipDriver, parameters: parameters, body: RideTip(minorUnits: 200), session: ann)
    #expect(tipped.tip == Money(currency: ride.price.currency, minorUnits: 200))
    let export = try await client.call(CloudAPI.exportAccount, session: ann)
    #expect(export.givenRatings == [GivenRating(ride: ride.id, stars: 5)])
    _ = try await client.call(
      CloudAPI.deleteAccount, body: AccountDeletion(password: Secret("correct horse")),
      session: ann)
  }

  @Test(arguments: stores)
  func `A tip comes once, after the ride, and stays with the driver's earnings`(
    store: StoreUnderTest
  ) async throws {
    try await DispatchStage.on(store) { stage in
      let dora = try await stage.driver("Dora", plate: "AA")
      let (ann, ride) = try await drive(1, by: dora, on: stage)
      for cents in [0, -1, RideTip.most + 1] {
        await expectRefusal(.invalidField) { try await tip(ride, cents, by: ann, on: stage) }
      }
      await expectRefusal(.notFound) { try await tip(ride, 100, by: dora, on: stage) }

      for _ in 0..<2 {
        let tipped = try await tip(ride, 350, by: ann, on: stage)
        #expect(tipped.tip?.minorUnits == 350 && tipped.amountDue == ride.price)
      }
      await expectRefusal(.rated) { try await tip(ride, 351, by: ann, on: stage) }
      let earned = ride.price.minorUnits + 350
      #expect(try await stage.status(dora).shift?.earnings?.minorUnits == earned)
      let driven = try await stage.client.call(
        CloudAPI.drivenRides, parameters: PageRequest(limit: 1), session: dora)
      #expect(driven.rides.map(\.ride.tip?.minorUnits) == [350])

      _ = try await stage.client.call(
        CloudAPI.deleteAccount, body: AccountDeletion(password: Secret("correct horse")),
        session: ann)
      #expect(try await stage.status(dora).shift?.earnings?.minorUnits == earned)
    }
  }

  @Test func `One rider's rides count once for the mean`() async throws {
    let stage = DispatchStage()
    let dora = try await stage.driver("Dora", plate: "AA")
    let ann = try await stage.client.signUp("Ann")
    for _ in 0..<5 {
      let ride = try await drive(for: ann, by: dora, on: stage)
      try await rate(ride, 2, by: ann, on: stage)
      #expect(try await stage.ride(ride.id, of: ann).stars == 2)
    }
    #expect(try await stage.status(dora).rating == nil)
  }

  @Test func `A driver who is gone gets no tip`() async throws {
    let stage = DispatchStage()
    let dora = try await stage.driver("Dora", plate: "AA")
    let (ann, ride) = try await drive(1, by: dora, on: stage)
    _ = try await stage.client.call(
      CloudAPI.deleteAccount, body: AccountDeletion(password: Secret("correct horse")),
      session: dora)
    await expectRefusal(.wrongStep) { try await tip(ride, 100, by: ann, on: stage) }
  }

  @Test func `A tip before the completion is refused`() async throws {
    let stage = DispatchStage()
    let ann = try await stage.client.signUp("Ann")
    let ride = try await stage.client.requestRide(session: ann)
    await expectRefusal(.wrongStep) { try await tip(ride, 100, by: ann, on: stage) }
  }

  @Test func `The rider sees that an autopilot makes up the positions, for the whole ride`()
    async throws
  {
    let stage = DispatchStage()
    let ann = try await stage.client.signUp("Ann")
    let dora = try await stage.driver("Dora", plate: "AA")
    let ride = try await stage.client.requestRide(session: ann)
    try await stage.pass(1)
    _ = try await stage.accept(dora)
    #expect(try await stage.ride(ride.id, of: ann).driver == Driver(name: "Dora"))

    for isSimulated in [true, nil] {
      _ = try await stage.client.call(
        CloudAPI.reportPosition,
        body: DriverPosition(.operaHouse, isSimulated: isSimulated), session: dora)
      #expect(
        try await stage.ride(ride.id, of: ann).driver == Driver(name: "Dora", simulation: .position)
      )
    }
  }
}
