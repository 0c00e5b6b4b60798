import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

struct DispatchTests {
  private let stage = DispatchStage()

  @Test func `A ride is offered, driven, paid and rated`() async throws {
    let ann = try await stage.client.signUp("Ann")
    let dora = try await stage.driver("Dora", plate: "kr 84 yj")
    let ride = try await stage.client.requestRide(session: ann)
    #expect(ride.state == .requested)
    #expect(ride.secondsUntilPickup == nil && ride.car == nil)
    try await stage.pass(1)

    let offer = try #require(try await stage.status(dora).offer)
    #expect(offer.price.minorUnits == ride.price.minorUnits / 50 * 50)
    let accepted = try await stage.accept(dora)
    #expect(accepted.offer == nil)
    #expect(accepted.ride?.rider == "Ann")
    var seen = try await stage.ride(ride.id, of: ann)
    #expect(seen.state == .accepted)
    #expect(seen.driver?.name == "Dora")
    #expect(seen.car?.plate == "KR 84 YJ")

    for (step, state) in [
      (RideAdvance.Step.arrive, RideState.arrived), (.start, .onTrip), (.complete, .completed),
    ] {
      stage.clock.advance(by: .seconds(120))
      if step == .complete { try await stage.report(.appleStore, by: dora) }
      _ = try await stage.advance(ride.id, step, by: dora)
      _ = try await stage.advance(ride.id, step, by: dora)
      seen = try await stage.ride(ride.id, of: ann)
      #expect(seen.state == state)
    }
    #expect(seen.amountDue == ride.price)
    let shift = try #require(try await stage.status(dora).shift)
    #expect(shift.completedRides == 1)
    #expect(shift.earnings == ride.price)

    for (session, stars) in [(ann, 5), (dora, 4)] {
      let parameters = RideParameters(ride: ride.id)
      for _ in 0..<2 {
        _ = try await stage.client.call(
          CloudAPI.rateRide, parameters: parameters, body: RideRating(stars: stars),
          session: session)
      }
      await expectRefusal(.rated) {
        try await stage.client.call(
          CloudAPI.rateRide, parameters: parameters, body: RideRating(stars: 1),
          session: session)
      }
    }
    let driven = try await stage.client.call(
      CloudAPI.drivenRides, parameters: PageRequest(limit: 10), session: dora)
    #expect(driven.rides.map(\.stars) == [4])
    #expect(driven.rides.map(\.ride.state) == [.completed])

    let anns = try await stage.client.call(CloudAPI.exportAccount, session: ann)
    #expect(anns.givenRatings == [GivenRating(ride: ride.id, stars: 5)])
    #expect(anns.offers == [])
    let doras = try await stage.client.call(CloudAPI.exportAccount, session: dora)
    #expect(doras.givenRatings == [GivenRating(ride: ride.id, stars: 4)])
    #expect(doras.offers?.map(\.state) == ["accepted"])
    #expect(doras.offers?.first?.approach?.last == ride.pickup.location)
  }

  @Test func `Who declines or says nothing is not asked again, the next one is`() async throws {
    let ann = try await stage.client.signUp("Ann")
    let dora = try await stage.driver("Dora", plate: "AA")
    let eve = try await stage.driver("Eve", plate: "BB", at: .defaultLocation)
    _ = try await stage.client.requestRide(session: ann)
    try await stage.pass(1)
    let first = try #require(try await stage.status(dora).offer)
    #expect(try await stage.status(eve).offer == nil)

    stage.clock.advance(by: .seconds(RideOffer.duration))
    #expect(try await stage.status(dora).offer == nil)
    await expectRefusal(.offerClosed) {
      try await stage.client.call(
        CloudAPI.acceptOffer, parameters: OfferParameters(offer: first.id), session: dora)
    }
    try await stage.pass(0, reporting: [dora, eve])
    let second = try #require(try await stage.status(eve).offer)
    #expect(try await stage.status(dora).offer == nil)
    for _ in 0..<2 {
      _ = try await stage.client.call(
        CloudAPI.declineOffer, parameters: OfferParameters(offer: second.id), session: eve)
    }
    try await stage.pass(1, reporting: [dora, eve])
    #expect(try await stage.status(eve).offer == nil)
    await expectRefusal(.notFound) {
      try await stage.client.call(
        CloudAPI.acceptOffer, parameters: OfferParameters(offer: second.id), session: dora)
    }
  }

  @Test func `Without a driver a search ends after two minutes`() async throws {
    let ann = try await stage.client.signUp("Ann")
    _ = try await stage.driver("Dora", plate: "AA", .kangaroo)
    let ride = try await stage.client.requestRide(session: ann)
    try await stage.pass(119)
    #expect(try await stage.ride(ride.id, of: ann).state == .requested)
    try await stage.pass(1)

    let ended = try await stage.ride(ride.id, of: ann)
    #expect(ended.state == .cancelled)
    #expect(ended.cancellation == RideCancellation(.noDriver))
    #expect(ended.amountDue?.minorUnits == 0)
    #expect(try await !stage.dispatcher.round())
  }

  @Test func `The circle grows around the pick-up`() async throws {
    let ann = try await stage.client.signUp("Ann")
    // 5.6 km away: within reach after 40 s.
    let far = Location(nearestTo: Location.operaHouse.latitude + 0.05, 151.214028)
    let dora = try await stage.driver("Dora", plate: "AA", at: far)
    _ = try await stage.client.requestRide(session: ann)
    try await stage.pass(20, reporting: [dora])
    #expect(try await stage.status(dora).offer == nil)
    try await stage.pass(21, reporting: [dora])
    #expect(try await stage.status(dora).offer != nil)
  }

  @Test func `A silent driver loses the ride, which is offered to another one`() async throws {
    let ann = try await stage.client.signUp("Ann")
    let dora = try await stage.driver("Dora", plate: "AA")
    let ride = try await stage.client.requestRide(session: ann)
    try await stage.pass(1)
    _ = try await stage.accept(dora)
    let eve = try await stage.driver("Eve", plate: "BB")
    try await stage.pass(58, reporting: [eve])
    #expect(try await stage.ride(ride.id, of: ann).state == .accepted)
    try await stage.pass(2, reporting: [eve])

    #expect(try await stage.ride(ride.id, of: ann).state == .requested)
    #expect(try await stage.status(dora).ride == nil)
    #expect(try await stage.accept(eve).ride?.ride.id == ride.id)
  }

  @Test func `A trip whose driver vanishes ends`() async throws {
    let ann = try await stage.client.signUp("Ann")
    let dora = try await stage.driver("Dora", plate: "AA")
    let ride = try await stage.client.requestRide(session: ann)
    try await stage.pass(1)
    _ = try await stage.accept(dora)
    _ = try await stage.advance(ride.id, .arrive, by: dora)
    _ = try await stage.advance(ride.id, .start, by: dora)
    try await stage.pass(598)
    #expect(try await stage.ride(ride.id, of: ann).state == .onTrip)
    try await stage.pass(2)
    #expect(try await stage.ride(ride.id, of: ann).state == .completed)
  }

  @Test(arguments: [(119, nil), (120, 500)])
  func `A rider may cancel for nothing for two minutes`(seconds: Int, fee: Int?) async throws {
    let ann = try await stage.client.signUp("Ann")
    let dora = try await stage.driver("Dora", plate: "AA")
    let ride = try await stage.client.requestRide(session: ann)
    try await stage.pass(1)
    _ = try await stage.accept(dora)
    _ = try await stage.advance(ride.id, .arrive, by: dora)
    for _ in 0..<seconds { try await stage.pass(1, reporting: [dora]) }
    let announced = try #require(try await stage.ride(ride.id, of: ann).cancellationFee)
    #expect((announced.from <= stage.clock.now) == (fee != nil))
    #expect(announced.amount.minorUnits == 500)
    #expect(announced.isDue == (fee != nil))
    if fee != nil {
      await expectRefusal(.feeChanged) {
        _ = try await stage.client.call(
          CloudAPI.cancelRide, parameters: RideCancelling(ride: ride.id, fee: 499), session: ann)
      }
    }

    for _ in 0..<2 {
      let cancelled = try await stage.client.call(
        CloudAPI.cancelRide, parameters: RideCancelling(ride: ride.id, fee: fee ?? 0),
        session: ann)
      #expect(cancelled.cancellation?.reason == .rider)
      #expect(cancelled.amountDue?.minorUnits == fee ?? 0)
    }
    let status = try await stage.status(dora)
    #expect(status.ride == nil)
    #expect(status.shift?.earnings?.minorUnits == fee)
    #expect(status.shift?.completedRides == 0)
  }

  @Test func `A driver gives a ride back, or ends it when the rider does not come`() async throws {
    let ann = try await stage.client.signUp("Ann")
    let dora = try await stage.driver("Dora", plate: "AA")
    let ride = try await stage.client.requestRide(session: ann)
    try await stage.pass(1)
    _ = try await stage.accept(dora)
    let parameters = RideParameters(ride: ride.id)
    func abandon(_ reason: RideAbandonment.Reason, _ driver: UserSession) async throws {
      _ = try await stage.client.call(
        CloudAPI.abandonRide, parameters: parameters, body: RideAbandonment(reason),
        session: driver)
    }
    await expectRefusal(.wrongStep) { try await abandon(.noShow, dora) }
    for _ in 0..<2 { try await abandon(.carTrouble, dora) }
    #expect(try await stage.ride(ride.id, of: ann).state == .requested)

    let eve = try await stage.driver("Eve", plate: "BB")
    try await stage.pass(1, reporting: [dora, eve])
    #expect(try await stage.status(dora).offer == nil)
    _ = try await stage.accept(eve)
    _ = try await stage.advance(ride.id, .arrive, by: eve)
    for _ in 0..<6 { try await stage.pass(49, reporting: [eve]) }
    await expectRefusal(.wrongStep) { try await abandon(.noShow, eve) }
    try await stage.pass(6, reporting: [eve])
    for (location, isThere) in [(Location.appleStore, false), (.operaHouse, true)] {
      stage.clock.advance(by: .seconds(10))
      _ = try await stage.client.call(
        CloudAPI.reportPosition, body: DriverPosition(location), session: eve)
      if !isThere { await expectRefusal(.wrongStep) { try await abandon(.noShow, eve) } }
    }
    for _ in 0..<2 { try await abandon(.noShow, eve) }

    let ended = try await stage.ride(ride.id, of: ann)
    #expect(ended.cancellation?.reason == .noShow)
    #expect(ended.amountDue?.minorUnits == 500)
    await expectRefusal(.notFound) { try await abandon(.other, ann) }
  }

  @Test func `Nobody drives twice, oneself or a rider who has blocked`() async throws {
    let ann = try await stage.client.signUp("Ann")
    let bob = try await stage.client.signUp("Bob")
    let dora = try await stage.driver("Dora", plate: "AA")
    // Who drives is no offer for the own ride.
    let own = try await stage.client.requestRide(session: dora)
    try await stage.pass(1, reporting: [dora])
    #expect(try await stage.status(dora).offer == nil)
    _ = try await stage.client.call(
      CloudAPI.cancelRide, parameters: RideCancelling(ride: own.id), session: dora)

    _ = try await stage.client.requestRide(session: ann)
    try await stage.pass(1, reporting: [dora])
    let second = try await stage.client.requestRide(session: dora)
    await expectRefusal(.rideUnderway) { try await stage.accept(dora) }
    _ = try await stage.client.call(
      CloudAPI.cancelRide, parameters: RideCancelling(ride: second.id), session: dora)
    _ = try await stage.accept(dora)
    let detail = await expectRefusal(.rideUnderway) {
      try await stage.client.requestRide(session: dora)
    }
    #expect(detail?.hint.contains("give it back") == true)
    _ = try await stage.client.requestRide(session: bob)
    try await stage.pass(1, reporting: [dora])
    #expect(try await stage.status(dora).offer == nil)
  }

  @Test func `What cannot be is refused, and changes nothing`() async throws {
    let client = stage.client
    let ann = try await client.signUp("Ann")
    await expectRefusal(.notDriver) { try await client.call(CloudAPI.driver, session: ann) }
    await expectRefusal(.notDriver) { try await stage.report(.operaHouse, by: ann) }
    for (plate, model) in [
      (String(repeating: "A", count: 10_000), "Mazda 2"), ("", "Mazda 2"), ("Ä1", "Mazda 2"),
      ("A\u{1B}", "Mazda 2"), ("ß1", "Mazda 2"), ("---", "Mazda 2"), ("AA", " "),
      ("AA", "Mazda\u{202E} 2"),
      ("AA", String(repeating: "m", count: 41)),
    ] {
      await expectRefusal(.invalidField) {
        try await client.call(
          CloudAPI.registerDriver,
          body: DriverCar(plate: plate, model: model, option: .wallabee), session: ann)
      }
    }
    let dora = try await stage.driver("Dora", plate: "AA")
    await expectRefusal(.plateTaken) {
      try await client.call(
        CloudAPI.registerDriver,
        body: DriverCar(plate: " aa", model: "Kia", option: .wallabee), session: ann)
    }
    await expectRefusal(.shiftOpen) {
      try await client.call(
        CloudAPI.registerDriver,
        body: DriverCar(plate: "CC", model: "Kia", option: .wallabee), session: dora)
    }
    let before = try await stage.status(dora)
    stage.clock.advance(by: .seconds(1))
    let jump = Location(nearestTo: Location.operaHouse.latitude + 2.7, 151.2)
    let detail = await expectRefusal(.invalidField) { try await stage.report(jump, by: dora) }
    #expect(detail?.message.contains("300 km") == true)
    await expectRefusal(.invalidField) {
      try await client.call(CloudAPI.startShift, body: DriverPosition(jump), session: dora)
    }
    #expect(try await stage.status(dora) == before)
    _ = try await client.call(CloudAPI.endShift, session: dora)
    await expectRefusal(.noShift) { try await stage.report(.operaHouse, by: dora) }
  }

  @Test(arguments: [(0.002, 16), (0.05, 46)])
  func `Nine drivers of one network who answer nothing delay a ride by one offer at most`(
    north: Double, seconds: Int
  ) async throws {
    let ann = try await stage.client.signUp("Ann")
    let network = stage.cloud.makeClient(at: "192.0.2.7")
    var fakes: [UserSession] = []
    for number in 1...9 {
      fakes.append(
        try await stage.driver("Fake \(number)", plate: "FAKE \(number)", client: network))
    }
    // The second one is within reach after some 40 s only.
    let place = Location(nearestTo: Location.operaHouse.latitude + north, 151.214028)
    let dora = try await stage.driver("Dora", plate: "AA", at: place)
    _ = try await stage.client.requestRide(session: ann)

    try await stage.pass(1, reporting: fakes + [dora])
    #expect(try await stage.status(dora).offer == nil)
    for _ in 0..<seconds { try await stage.pass(1, reporting: fakes + [dora]) }

    #expect(try await stage.status(dora).offer != nil)
    var asked = 0
    for fake in fakes where try await stage.status(fake).missedOffers == 1 { asked += 1 }
    #expect(asked == 1)
  }

  @Test func `Who accepts and gives back comes later, and the ride's reach stays`() async throws {
    let ann = try await stage.client.signUp("Ann")
    let near = Location(nearestTo: Location.operaHouse.latitude + 0.001, 151.214028)
    let far = Location(nearestTo: Location.operaHouse.latitude + 0.03, 151.214028)
    let eve = try await stage.driver("Eve", plate: "BB", at: near)
    let dora = try await stage.driver("Dora", plate: "AA", at: far)
    let ride = try await stage.client.requestRide(session: ann)
    try await stage.pass(1, reporting: [eve, dora])
    _ = try await stage.accept(eve)
    for _ in 0..<30 { try await stage.pass(1, reporting: [eve, dora]) }

    _ = try await stage.client.call(
      CloudAPI.abandonRide, parameters: RideParameters(ride: ride.id),
      body: RideAbandonment(.other), session: eve)
    try await stage.pass(1, reporting: [eve, dora])

    // 3.3 km away: within reach as the ride was requested half a minute ago.
    #expect(try await stage.status(dora).offer != nil)
    #expect(try stage.cloud.database.store.driver(eve.profile.id)?.passed == 1)
  }

  @Test func `Who declines offers comes after who is a little farther away`() async throws {
    let dora = try await stage.driver("Dora", plate: "AA")
    for name in ["Ann", "Bob"] {
      let rider = try await stage.client.signUp(name)
      let ride = try await stage.client.requestRide(session: rider)
      try await stage.pass(1, reporting: [dora])
      let offer = try #require(try await stage.status(dora).offer)
      _ = try await stage.client.call(
        CloudAPI.declineOffer, parameters: OfferParameters(offer: offer.id), session: dora)
      _ = try await stage.client.call(
        CloudAPI.cancelRide, parameters: RideCancelling(ride: ride.id), session: rider)
    }
    // 300 m are 43 s, and two declined offers 60 s.
    let near = Location(nearestTo: Location.operaHouse.latitude + 0.0027, 151.214028)
    let eve = try await stage.driver("Eve", plate: "BB", at: near)
    let cleo = try await stage.client.signUp("Cleo")
    _ = try await stage.client.requestRide(session: cleo)

    try await stage.pass(1, reporting: [dora, eve])

    #expect(try await stage.status(eve).offer != nil)
    _ = try await stage.accept(eve)
  }

  @Test func `Two offers in a row without an answer end the shift, and an answer begins anew`()
    async throws
  {
    let dora = try await stage.driver("Dora", plate: "AA")
    func offer(to name: String, passing seconds: Int) async throws -> DriverStatus {
      let rider = try await stage.client.signUp(name)
      let ride = try await stage.client.requestRide(session: rider)
      try await stage.pass(1, reporting: [dora])
      #expect(try await stage.status(dora).offer != nil)
      try await stage.pass(seconds, reporting: [dora])
      _ = try await stage.client.call(
        CloudAPI.cancelRide, parameters: RideCancelling(ride: ride.id), session: rider)
      return try await stage.status(dora)
    }

    let first = try await offer(to: "Ann", passing: 15)
    #expect(first.missedOffers == 1 && first.shift != nil)
    let bob = try await stage.client.signUp("Bob")
    _ = try await stage.client.requestRide(session: bob)
    try await stage.pass(1, reporting: [dora])
    let open = try #require(try await stage.status(dora).offer)
    let declined = try await stage.client.call(
      CloudAPI.declineOffer, parameters: OfferParameters(offer: open.id), session: dora)
    #expect(declined.missedOffers == 0)
    #expect(try await offer(to: "Cleo", passing: 15).shift != nil)

    let last = try await offer(to: "Dan", passing: 15)
    #expect(last.missedOffers == 2 && last.shift == nil)
    await expectRefusal(.noShift) { try await stage.report(.operaHouse, by: dora) }
    let again = try await stage.client.call(
      CloudAPI.startShift, body: DriverPosition(.operaHouse), session: dora)
    #expect(again.missedOffers == 0 && again.shift != nil)
  }

  @Test func `To arrive one has to be near, and steps have an order`() async throws {
    let ann = try await stage.client.signUp("Ann")
    let far = Location(nearestTo: Location.operaHouse.latitude + 0.008, 151.214028)
    let dora = try await stage.driver("Dora", plate: "AA", at: far)
    let ride = try await stage.client.requestRide(session: ann)
    try await stage.pass(1)
    _ = try await stage.accept(dora)
    await expectRefusal(.wrongStep) { try await stage.advance(ride.id, .arrive, by: dora) }
    await expectRefusal(.wrongStep) { try await stage.advance(ride.id, .start, by: dora) }
    await expectRefusal(.rideUnderway) {
      try await stage.client.call(CloudAPI.endShift, session: dora)
    }
    try await stage.report(.operaHouse, by: dora)

    #expect(try await stage.ride(ride.id, of: ann).state == .arriving)
    #expect(try await stage.ride(ride.id, of: ann).car?.location == .operaHouse)
    let detail = await expectRefusal(.wrongStep) {
      try await stage.advance(ride.id, .arrive, by: dora)
    }
    #expect(detail?.message.contains("too recently") == true)
    stage.clock.advance(by: .seconds(60))
    #expect(try await stage.advance(ride.id, .arrive, by: dora).ride?.ride.state == .arrived)
  }

  @Test func `What a driver has earned stays when the rider is deleted, without the rider`()
    async throws
  {
    let ann = try await stage.client.signUp("Ann")
    let dora = try await stage.driver("Dora", plate: "AA")
    var rides: [Identifier<Ride>] = []
    // One that is driven, and one that is cancelled for nothing.
    for isDriven in [true, false] {
      let ride = try await stage.client.requestRide(session: ann)
      rides.append(ride.id)
      try await stage.pass(1, reporting: [dora])
      _ = try await stage.accept(dora)
      if isDriven {
        for step in RideAdvance.Step.allCases {
          stage.clock.advance(by: .seconds(120))
          if step == .complete { try await stage.report(.appleStore, by: dora) }
          _ = try await stage.advance(ride.id, step, by: dora)
        }
        stage.clock.advance(by: .seconds(120))
        try await stage.report(.operaHouse, by: dora)
      } else {
        _ = try await stage.client.call(
          CloudAPI.cancelRide, parameters: RideCancelling(ride: ride.id), session: ann)
      }
    }
    let earnings = try #require(try await stage.status(dora).shift?.earnings)

    _ = try await stage.client.call(
      CloudAPI.deleteAccount, body: AccountDeletion(password: Secret("correct horse")),
      session: ann)

    #expect(try await stage.status(dora).shift?.earnings == earnings)
    #expect(try await stage.status(dora).shift?.completedRides == 1)
    let driven = try await stage.client.call(
      CloudAPI.drivenRides, parameters: PageRequest(limit: 10), session: dora)
    #expect(driven.rides.map(\.ride.id) == [rides[0]])
    #expect(driven.rides.map(\.rider) == [""])
    #expect(driven.rides.map { $0.ride.pickup.name } == [nil])
    let export = try await stage.client.call(CloudAPI.exportAccount, session: dora)
    #expect(export.drivenRides?.map(\.ride.id) == [rides[0]])
    await expectRefusal(.notFound) {
      try await stage.client.call(
        CloudAPI.rateRide, parameters: RideParameters(ride: rides[0]), body: RideRating(stars: 5),
        session: dora)
    }
  }

  @Test func `While a ride is driven neither side is deleted`() async throws {
    let ann = try await stage.client.signUp("Ann")
    let dora = try await stage.driver("Dora", plate: "AA")
    let ride = try await stage.client.requestRide(session: ann)
    try await stage.pass(1)
    _ = try await stage.accept(dora)
    for session in [ann, dora] {
      await expectRefusal(.rideUnderway) {
        try await stage.client.call(
          CloudAPI.deleteAccount, body: AccountDeletion(password: Secret("correct horse")),
          session: session)
      }
    }
    for step in RideAdvance.Step.allCases {
      _ = try await stage.advance(ride.id, step, by: dora)
    }
    _ = try await stage.client.call(
      CloudAPI.deleteAccount, body: AccountDeletion(password: Secret("correct horse")),
      session: dora)
    #expect(try await stage.ride(ride.id, of: ann).driver?.name == "Dora")
  }

  @Test func `Options and the map have the cars of real drivers, not quite where they are`()
    async throws
  {
    let ann = try await stage.client.signUp("Ann")
    _ = try await stage.driver("Dora", plate: "AA")
    let cars = try await stage.client.call(
      CloudAPI.nearbyCars, parameters: PickupPoint(.operaHouse), session: ann
    ).cars
    #expect(cars.map(\.option) == [.wallabee])
    let shown = try #require(cars.first).location
    let distance = shown.distance(to: .operaHouse)
    #expect(distance > 10 && distance < 400)
    // Within 8 km of where the driver is, not of where the car is shown.
    let hidden = shown.moved(by: (distance + 7995) / distance, beyond: .operaHouse)
    #expect(hidden.distance(to: .operaHouse) < 8000)
    let none = try await stage.client.call(
      CloudAPI.nearbyCars, parameters: PickupPoint(hidden), session: ann)
    #expect(none.cars.isEmpty)
    let options = try await stage.client.call(
      CloudAPI.rideOptions, parameters: Trip(pickup: .operaHouse, dropoff: .appleStore),
      session: ann
    ).options
    let wallabee = try #require(options.first { $0.id == .wallabee }?.secondsUntilPickup)
    #expect(wallabee < 120)
    // Nobody drives one: no time is made up.
    #expect(options.count == 3)
    #expect(options.filter { $0.id != .wallabee }.allSatisfy { $0.secondsUntilPickup == nil })
  }

  @Test func `Who follows by a link sees that a ride was given back, and how it ends`()
    async throws
  {
    let store = stage.cloud.database.store
    let ann = try await stage.client.signUp("Ann")
    let dora = try await stage.driver("Dora", plate: "AA")
    let ride = try await stage.client.requestRide(session: ann)
    let link = try await stage.client.call(
      CloudAPI.createRideLink, parameters: RideParameters(ride: ride.id), session: ann)
    let hash = SessionTokens.hash(link.token)
    let linked = try #require(try store.linkedRide(tokenHash: hash))
    var source = LinkEventSource(linked, tokenHash: hash, lastEventID: nil)
    var told: [RideState] = []
    func look() throws {
      let events = try source.next(at: stage.clock.now, isChanged: true, from: store)
      told += try events.filter { $0.id != nil }.map {
        try JSONCoding.decode(LinkedRide.self, from: $0.data).state
      }
    }
    try look()
    try await stage.pass(1)
    _ = try await stage.accept(dora)
    try look()
    _ = try await stage.client.call(
      CloudAPI.abandonRide, parameters: RideParameters(ride: ride.id),
      body: RideAbandonment(.carTrouble), session: dora)
    stage.clock.advance(by: .seconds(1))
    _ = try await stage.client.call(
      CloudAPI.cancelRide, parameters: RideCancelling(ride: ride.id), session: ann)
    try look()

    #expect(told == [.requested, .accepted, .cancelled])
  }

  @Test func `Both streams tell what the other side does`() async throws {
    let store = stage.cloud.database.store
    let ann = try await stage.client.signUp("Ann")
    let dora = try await stage.driver("Dora", plate: "AA")
    let ride = try await stage.client.requestRide(session: ann)
    try await stage.pass(1)
    _ = try await stage.accept(dora)
    for step in RideAdvance.Step.allCases {
      _ = try await stage.advance(ride.id, step, by: dora)
    }

    let start = EventPosition(sequence: 0, milliseconds: 0)
    let anns = try #require(try store.events(of: ann.profile.id, after: start))
    #expect(anns.map(\.kind) == Array(repeating: .ride, count: 5))
    let doras = try #require(try store.events(of: dora.profile.id, after: start))
    // The car, the shift, the offer, the acceptance and three steps.
    #expect(doras.map(\.kind) == Array(repeating: .driving, count: 7))
    _ = try await stage.client.call(CloudAPI.endShift, session: dora)
    #expect(try store.events(of: dora.profile.id, after: start)?.count == 8)
  }
}

extension Location {
  /// Returns a point on the line to another one, that many times as far away.
  fileprivate func moved(by factor: Double, beyond other: Location) -> Location {
    Location(
      nearestTo: latitude + (other.latitude - latitude) * factor,
      longitude + (other.longitude - longitude) * factor)
  }
}
