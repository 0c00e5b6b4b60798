import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudStore

/// Blocks between a rider and the drivers of the rider's rides.
struct RideBlockTests {
  enum Side: CaseIterable { case rider, driver }

  /// A ride of Ann's that Dora has completed.
  private struct Ridden {
    let stage: DispatchStage
    let ann: UserSession
    let dora: UserSession
    let ride: Identifier<Ride>

    init(_ stage: DispatchStage) async throws {
      self.stage = stage
      ann = try await stage.client.signUp("Ann Smith")
      dora = try await stage.driver("Dora Jones", plate: "AA")
      ride = try await stage.client.requestRide(session: ann).id
      try await stage.pass(1)
      _ = try await stage.accept(dora)
      for step in RideAdvance.Step.allCases { _ = try await stage.advance(ride, step, by: dora) }
    }

    func session(_ side: Side) -> UserSession { side == .rider ? ann : dora }

    func block(_ side: Side, _ ride: Identifier<Ride>? = nil) async throws {
      _ = try await stage.client.call(
        CloudAPI.blockOtherSide, parameters: RideParameters(ride: ride ?? self.ride),
        session: session(side))
    }

    func unblock(_ side: Side) async throws {
      _ = try await stage.client.call(
        CloudAPI.unblockOtherSide, parameters: RideParameters(ride: ride), session: session(side))
    }

    func rate(_ side: Side, _ stars: Int) async throws {
      _ = try await stage.client.call(
        CloudAPI.rateRide, parameters: RideParameters(ride: ride), body: RideRating(stars: stars),
        session: session(side))
    }

    func blockedRides(of side: Side) async throws -> [Identifier<Ride>]? {
      try await stage.client.call(CloudAPI.exportAccount, session: session(side)).blockedRides
    }

    /// Whether Dora is offered a ride that Ann requests now; it is cancelled again.
    func isOffered() async throws -> Bool {
      let ride = try await stage.client.requestRide(session: ann)
      try await stage.pass(1, reporting: [dora])
      let offer = try await stage.status(dora).offer
      _ = try await stage.client.call(
        CloudAPI.cancelRide, parameters: RideCancelling(ride: ride.id), session: ann)
      return offer != nil
    }
  }

  @Test(arguments: Side.allCases, StoreUnderTest.allCases.filter { $0 != .sqliteFile })
  func `Who blocks the other side gets no ride with it, until the block ends`(
    side: Side, store: StoreUnderTest
  ) async throws {
    try await DispatchStage.on(store) { try await block(side, on: $0) }
  }

  private func block(_ side: Side, on stage: DispatchStage) async throws {
    let ridden = try await Ridden(stage)
    let other = side == .rider ? Side.driver : .rider
    #expect(try await ridden.isOffered())

    for _ in 0..<2 { try await ridden.block(side) }

    #expect(try await !ridden.isOffered())
    #expect(try await ridden.blockedRides(of: side) == [ridden.ride])
    #expect(try await ridden.blockedRides(of: other) == [])
    // Neither learns from the list of blocked riders who the other is.
    for side in Side.allCases {
      let list = try await stage.client.call(CloudAPI.blockedRiders, session: ridden.session(side))
      #expect(list.blocked == [])
    }
    // Who is blocked can neither see nor end it.
    try await ridden.unblock(other)
    #expect(try await !ridden.isOffered())
    try await ridden.unblock(side)
    #expect(try await ridden.isOffered())
  }

  @Test(arguments: Side.allCases)
  func `An open offer disappears as after a cancellation, and the ride is offered to the next one`(
    side: Side
  ) async throws {
    let ridden = try await Ridden(DispatchStage())
    let ride = try await ridden.stage.client.requestRide(session: ridden.ann)
    try await ridden.stage.pass(1, reporting: [ridden.dora])
    let offer = try #require(try await ridden.stage.status(ridden.dora).offer)
    let eve = try await ridden.stage.driver("Eve", plate: "BB")

    try await ridden.block(side)

    #expect(try await ridden.stage.status(ridden.dora).offer == nil)
    for endpoint in [CloudAPI.acceptOffer, CloudAPI.declineOffer] {
      await expectRefusal(.offerClosed) {
        try await ridden.stage.client.call(
          endpoint, parameters: OfferParameters(offer: offer.id), session: ridden.dora)
      }
    }
    try await ridden.stage.pass(1, reporting: [ridden.dora, eve])
    #expect(try await ridden.stage.status(eve).offer != nil)
    #expect(try await ridden.stage.ride(ride.id, of: ridden.ann).state == .requested)
  }

  @Test(arguments: Side.allCases)
  func `One star blocks the other side, two do not`(side: Side) async throws {
    let (one, two) = (try await Ridden(DispatchStage()), try await Ridden(DispatchStage()))

    try await one.rate(side, 1)
    try await two.rate(side, 2)

    #expect(try await !one.isOffered())
    #expect(try await two.isOffered())
    // The same stars again block again.
    try await one.unblock(side)
    #expect(try await one.isOffered())
    try await one.rate(side, 1)
    #expect(try await !one.isOffered())
  }

  @Test func `A driver who has given the ride back can be blocked, and can block`() async throws {
    for side in Side.allCases {
      let ridden = try await Ridden(DispatchStage())
      let ride = try await ridden.stage.client.requestRide(session: ridden.ann)
      try await ridden.stage.pass(1, reporting: [ridden.dora])
      _ = try await ridden.stage.accept(ridden.dora)
      _ = try await ridden.stage.client.call(
        CloudAPI.abandonRide, parameters: RideParameters(ride: ride.id),
        body: RideAbandonment(.unsafe), session: ridden.dora)

      try await ridden.block(side, ride.id)

      #expect(try await ridden.blockedRides(of: side) == [ride.id])
    }
  }

  @Test func `A block goes with the account of either side`() async throws {
    for side in Side.allCases {
      let ridden = try await Ridden(DispatchStage())
      try await ridden.block(side)
      let other = side == .rider ? Side.driver : .rider

      _ = try await ridden.stage.client.call(CloudAPI.endShift, session: ridden.dora)
      _ = try await ridden.stage.client.call(
        CloudAPI.deleteAccount, body: AccountDeletion(password: Secret("correct horse")),
        session: ridden.session(other))

      #expect(try await ridden.blockedRides(of: side) == [])
    }
  }

  @Test func `Who is on neither side cannot block, and nobody blocks nobody`() async throws {
    let ridden = try await Ridden(DispatchStage())
    let (client, stage) = (ridden.stage.client, ridden.stage)
    let eve = try await stage.driver("Eve", plate: "BB", at: .defaultLocation)
    let waiting = try await client.requestRide(session: ridden.ann)
    let parameters = RideParameters(ride: ridden.ride)

    for endpoint in [CloudAPI.blockOtherSide, CloudAPI.unblockOtherSide] {
      await expectRefusal(.notFound) {
        try await client.call(endpoint, parameters: parameters, session: eve)
      }
    }
    await expectRefusal(.wrongStep) { try await ridden.block(.rider, waiting.id) }
    await expectRefusal(.notFound) { try await ridden.block(.driver, waiting.id) }
  }
}
