import Core
import CoreTesting
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

/// The code with which a trip starts, and what a driver is told of a ride by then.
struct RideCodeTests {
  /// A ride of Ann's for which Dora has arrived.
  private struct Arrived {
    let stage: DispatchStage
    let ann: UserSession
    let dora: UserSession
    let ride: Identifier<Ride>

    init(_ stage: DispatchStage = DispatchStage()) async throws {
      self.stage = stage
      ann = try await stage.client.signUp("Ann")
      dora = try await stage.driver("Dora", plate: "AA")
      ride = try await stage.client.requestRide(session: ann).id
      try await stage.pass(1)
      _ = try await stage.accept(dora)
      _ = try await stage.advance(ride, .arrive, by: dora)
    }

    var code: String? {
      get async throws { try await stage.ride(ride, of: ann).code }
    }

    func start(_ code: String?) async throws {
      _ = try await stage.client.call(
        CloudAPI.advanceRide, parameters: RideParameters(ride: ride),
        body: RideAdvance(.start, code: code), session: dora)
    }

    /// Four digits that are not the code.
    var wrong: String { get async throws { try await code == "1111" ? "2222" : "1111" } }
  }

  @Test func `The rider has the code from the acceptance to the start`() async throws {
    let stage = DispatchStage()
    let ann = try await stage.client.signUp("Ann")
    let dora = try await stage.driver("Dora", plate: "AA")
    let ride = try await stage.client.requestRide(session: ann)
    #expect(ride.code == nil)
    try await stage.pass(1)

    let accepted = try #require(try await stage.accept(dora).ride).ride
    let code = try #require(try await stage.ride(ride.id, of: ann).code)
    #expect(code.wholeMatch(of: /[0-9]{4}/) != nil)
    #expect(accepted.code == nil)
    let history = try await stage.client.call(
      CloudAPI.rideHistory, parameters: PageRequest(limit: 1), session: ann)
    #expect(history.rides.map(\.code) == [code])

    _ = try await stage.advance(ride.id, .arrive, by: dora)
    #expect(try await stage.ride(ride.id, of: ann).code == code)
    _ = try await stage.advance(ride.id, .start, by: dora)
    #expect(try await stage.ride(ride.id, of: ann).code == nil)
  }

  @Test func `Every ride has its own code`() throws {
    let rides = (0..<20).map { number in
      RideRecord(
        id: Identifier("\(number)"), rider: Identifier("ann"),
        request: RideRequest(
          pickup: Waypoint(.operaHouse), dropoff: Waypoint(.appleStore), option: .wallabee),
        price: Money(currency: "AUD", minorUnits: 1), timetable: RideTimetable(requested: .noon),
        seed: UInt64.max - UInt64(number), approach: [.operaHouse], route: [.operaHouse],
        routeModel: "")
    }
    #expect(Set(rides.map(\.code)).count == 20)
    #expect(rides.allSatisfy { $0.code.utf8.count == 4 })
  }

  @Test func `A friend and a link do not see the code`() async throws {
    let arrived = try await Arrived()
    let (client, ann) = (arrived.stage.client, arrived.ann)
    let bea = try await client.signUp("Bea")
    let store = arrived.stage.cloud.database.store
    let now = arrived.stage.clock.now
    _ = try store.invite(email: "bea@example.com", by: ann.profile.id, now: now)
    _ = try store.acceptInvitation(of: ann.profile.id, by: bea.profile.id, now: now)
    let post = try await client.call(
      CloudAPI.createPost, body: NewPost(text: "On my way", ride: arrived.ride), session: ann)
    _ = try await client.call(
      CloudAPI.sharePost, parameters: PostParameters(post: post.id),
      body: PostRecipient(friend: bea.profile.id), session: ann)
    let inbox = try await client.call(
      CloudAPI.inbox, parameters: PageRequest(limit: 1), session: bea)
    let shared = try #require(inbox.items.first?.ride)
    #expect(shared.state == .arrived && shared.code == nil)

    for (session, isOwn) in [(ann, true), (bea, false)] {
      let token = SessionTokens.hash(session.remoteSession.token)
      var stream = CloudServices(arrived.stage.cloud).live.events(
        of: session.profile.id, tokenHash: token, after: nil)
      let events = try stream.next(at: now, isChanged: true, from: store)
      let text = events.map { String(decoding: $0.encoded, as: UTF8.self) }.joined()
      #expect(text.contains(arrived.ride.rawValue))
      #expect(try await text.contains("\"code\":\"\(#require(arrived.code))\"") == isOwn)
    }
    let code = try #require(try await arrived.code)
    let record = try #require(try store.ride(arrived.ride, of: ann.profile.id))
    let linked = LinkedRideRecord(ride: record, name: "Ann")
    let text = try JSONCoding.encode(linked.document(at: now))
    #expect(!String(decoding: text, as: UTF8.self).contains(code))
  }

  @Test func `Without the code or with another one no trip starts, and three lose the ride`()
    async throws
  {
    let arrived = try await Arrived()
    let (stage, wrong) = (arrived.stage, try await arrived.wrong)
    await expectRefusal(.invalidField) { try await arrived.start(nil) }
    for text in ["", "12345", "123", "12a4", "１２３４"] {
      await expectRefusal(.invalidField) { try await arrived.start(text) }
    }

    for _ in 1..<RideAdvance.mostWrongCodes {
      await expectRefusal(.wrongCode) { try await arrived.start(wrong) }
      #expect(try await stage.ride(arrived.ride, of: arrived.ann).state == .arrived)
    }
    await expectRefusal(.wrongCode) { try await arrived.start(wrong) }
    #expect(try await stage.ride(arrived.ride, of: arrived.ann).state == .requested)
    #expect(try await stage.status(arrived.dora).ride == nil)
    try await stage.pass(1, reporting: [arrived.dora])
    #expect(try await stage.status(arrived.dora).offer == nil)
    // Another driver needs another code.
    let eve = try await stage.driver("Eve", plate: "BB")
    let code = try stage.code(of: arrived.ride)
    try await stage.pass(1, reporting: [eve])
    _ = try await stage.accept(eve)
    #expect(try stage.code(of: arrived.ride) != code)
  }

  @Test func `The right code starts the trip also after two wrong ones, and again`() async throws {
    let arrived = try await Arrived()
    let (code, wrong) = (try #require(try await arrived.code), try await arrived.wrong)
    for _ in 1..<RideAdvance.mostWrongCodes {
      await expectRefusal(.wrongCode) { try await arrived.start(wrong) }
    }
    try await arrived.start(" \(code) ")
    try await arrived.start(code)
    try await arrived.start(wrong)
    #expect(try await arrived.stage.ride(arrived.ride, of: arrived.ann).state == .onTrip)
  }

  @Test(arguments: StoreUnderTest.allCases.filter { $0 != .sqliteFile })
  func `A driver sees both ends only when they are needed`(store: StoreUnderTest) async throws {
    try await DispatchStage.on(store) { stage in
      let ann = try await stage.client.signUp("Ann")
      let dora = try await stage.driver("Dora", plate: "AA")
      let eve = try await stage.driver("Eve", plate: "BB", at: .defaultLocation)
      let ride = try await stage.client.requestRide(session: ann)
      let (pickup, dropoff) = (ride.pickup.location, ride.dropoff.location)
      try await stage.pass(1)

      let offer = try #require(try await stage.status(dora).offer)
      #expect(offer.pickup.location == Waypoint(pickup).neighborhood.location)
      #expect(offer.dropoff.location == Waypoint(dropoff).neighborhood.location)
      #expect(offer.pickup.location != pickup && offer.dropoff.location != dropoff)
      #expect(offer.pickup.location.distance(to: pickup) < 400)
      #expect(offer.approach == [] && offer.route == [])
      #expect(offer.secondsToPickup % 60 == 0 && offer.secondsOfTrip.map { $0 % 60 } == 0)
      #expect(offer.metersOfTrip.map { $0 % 500 } == 0)
      _ = try await stage.client.call(
        CloudAPI.declineOffer, parameters: OfferParameters(offer: offer.id), session: dora)
      let export = try await stage.client.call(CloudAPI.exportAccount, session: dora)
      #expect(export.offers?.map(\.state) == ["declined"])
      #expect(export.offers?.allSatisfy { $0.approach == nil } == true)
      #expect(export.offers?.allSatisfy { $0.secondsToPickup % 60 == 0 } == true)

      try await stage.pass(1, reporting: [eve])
      let accepted = try #require(try await stage.accept(eve).ride).ride
      #expect(accepted.pickup == ride.pickup && accepted.approach?.last == pickup)
      #expect(accepted.dropoff.location == Waypoint(dropoff).neighborhood.location)
      #expect(accepted.route == [] && accepted.price.minorUnits % 50 == 0)
      #expect(accepted.durationSeconds.map { $0 % 60 } == 0)
      #expect(
        accepted.secondsUntilDropoff.map { ($0 - (accepted.secondsUntilPickup ?? 0)) % 60 } == 0)
      stage.clock.advance(by: .seconds(120))
      try await stage.report(pickup, by: eve)
      for step in [RideAdvance.Step.arrive, .start] {
        _ = try await stage.advance(ride.id, step, by: eve)
      }
      let started = try #require(try await stage.status(eve).ride).ride
      #expect(started.dropoff == ride.dropoff && started.route == ride.route)
    }
  }

  @Test func `A ride that was never started keeps its drop-off from the driver`() async throws {
    let arrived = try await Arrived()
    let ride = try await arrived.stage.ride(arrived.ride, of: arrived.ann)
    _ = try await arrived.stage.client.call(
      CloudAPI.cancelRide, parameters: RideCancelling(ride: ride.id), session: arrived.ann)

    let driven = try await arrived.stage.client.call(
      CloudAPI.drivenRides, parameters: PageRequest(limit: 1), session: arrived.dora)
    let seen = try #require(driven.rides.first).ride
    #expect(seen.state == .cancelled && seen.route == [])
    #expect(seen.dropoff.location == Waypoint(ride.dropoff.location).neighborhood.location)
  }
}
