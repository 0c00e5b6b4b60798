import Core
import CoreTesting
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

/// A ride that is offered to two drivers at once, after an offer has expired.
struct TwoOffersTests {
  private static let stores = StoreUnderTest.allCases.filter { $0 != .sqliteFile }

  /// A ride of Ann's whose first offer nobody has answered.
  private struct Lapsed {
    let stage: DispatchStage
    let ann: UserSession
    let ride: Identifier<Ride>
    let drivers: [UserSession]

    init(_ stage: DispatchStage, flag: String? = "two") async throws {
      self.stage = stage
      if let flag {
        let flags = """
          {"flags": {"dispatch-offers": {"state": "ENABLED", "defaultVariant": "\(flag)",
            "variants": {"one": "one", "two": "two"}}}}
          """
        _ = try await CloudContainer(dependencies: stage.cloud).makeFlagPublisher().publish(
          Array(flags.utf8), by: "test", message: "Ask two")
      }
      ann = try await stage.client.signUp("Ann")
      var drivers: [UserSession] = []
      for number in 1...4 {
        drivers.append(try await stage.driver("Driver \(number)", plate: "AA \(number)"))
      }
      self.drivers = drivers
      ride = try await stage.client.requestRide(session: ann).id
      try await stage.pass(1, reporting: drivers)
      try await stage.pass(15, reporting: drivers)
    }

    /// The drivers who are asked now, each with the offer.
    var asked: [(driver: UserSession, offer: RideOffer)] {
      get async throws {
        var asked: [(UserSession, RideOffer)] = []
        for driver in drivers {
          if let offer = try await stage.status(driver).offer { asked.append((driver, offer)) }
        }
        return asked
      }
    }

    func accept(_ offer: RideOffer, by driver: UserSession) async -> Bool {
      let status = try? await stage.client.call(
        CloudAPI.acceptOffer, parameters: OfferParameters(offer: offer.id), session: driver)
      return status?.ride?.ride.id == ride
    }
  }

  @Test(arguments: [(nil, 1), ("one", 1), ("two", 2)] as [(String?, Int)])
  func `After an offer without an answer as many are asked as the flag says`(
    flag: String?, count: Int
  ) async throws {
    #expect(try await Lapsed(DispatchStage(), flag: flag).asked.count == count)
  }

  @Test func `The first offer, and one after a refusal, goes to one driver`() async throws {
    let lapsed = try await Lapsed(DispatchStage())
    let bea = try await lapsed.stage.client.signUp("Bea")
    let client = lapsed.stage.client
    _ = try await client.call(
      CloudAPI.cancelRide, parameters: RideCancelling(ride: lapsed.ride), session: lapsed.ann)
    #expect(try await lapsed.asked.isEmpty)

    _ = try await client.requestRide(session: bea)
    try await lapsed.stage.pass(1, reporting: lapsed.drivers)
    let (driver, offer) = try #require(try await lapsed.asked.first)
    #expect(try await lapsed.asked.count == 1)
    _ = try await client.call(
      CloudAPI.declineOffer, parameters: OfferParameters(offer: offer.id), session: driver)
    try await lapsed.stage.pass(1, reporting: lapsed.drivers)
    #expect(try await lapsed.asked.count == 1)
  }

  @Test(arguments: stores)
  func `Whoever accepts first gets the ride, and the other offer disappears`(
    store: StoreUnderTest
  ) async throws {
    try await DispatchStage.on(store) { stage in
      let lapsed = try await Lapsed(stage)
      let asked = try await lapsed.asked
      try #require(asked.count == 2)

      #expect(await lapsed.accept(asked[1].offer, by: asked[1].driver))
      #expect(try await lapsed.asked.isEmpty)
      await expectRefusal(.offerClosed) {
        try await stage.client.call(
          CloudAPI.acceptOffer, parameters: OfferParameters(offer: asked[0].offer.id),
          session: asked[0].driver)
      }
      // The other has missed nothing.
      #expect(try await stage.status(asked[0].driver).missedOffers == 0)
      #expect(try await stage.ride(lapsed.ride, of: lapsed.ann).state == .accepted)
    }
  }

  @Test(arguments: stores)
  func `Of two who accept at once one gets the ride`(store: StoreUnderTest) async throws {
    try await DispatchStage.on(store) { stage in
      let lapsed = try await Lapsed(stage)
      let asked = try await lapsed.asked
      try #require(asked.count == 2)

      async let first = lapsed.accept(asked[0].offer, by: asked[0].driver)
      async let second = lapsed.accept(asked[1].offer, by: asked[1].driver)
      #expect(await [first, second].count { $0 } == 1)

      #expect(try await lapsed.asked.isEmpty)
    }
  }

  @Test func `Two offers without an answer are missed by both, and others are asked`()
    async throws
  {
    let lapsed = try await Lapsed(DispatchStage())
    let first = try await lapsed.asked.map(\.offer.id)
    try await lapsed.stage.pass(15, reporting: lapsed.drivers)

    let next = try await lapsed.asked
    // Of four drivers only one was not asked yet.
    #expect(next.count == 1)
    #expect(Set(next.map(\.offer.id)).isDisjoint(with: first))
    var missed = 0
    for driver in lapsed.drivers {
      missed += try await lapsed.stage.status(driver).missedOffers ?? 0
    }
    #expect(missed == 3)
  }
}
