import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

/// The same steps at once, as several servers take them.
struct DispatchStoreTests {
  private let ride = RideRecord.searching("ride", rider: Identifier("id-of-ann"), at: .noon)
  private let key = RequestKey(key: "key", fingerprint: [1])
  private let approach = Route(corners: [.defaultLocation, .operaHouse], model: "street-grid")

  /// Adds a rider with a ride, and drivers on shift.
  private func prepare(_ store: SQLStore, drivers: Int) throws {
    try store.addRider("ann")
    for index in 0..<drivers {
      try store.addRider("driver\(index)")
      let car = DriverCar(plate: "AA \(index)", model: "Mazda 2", option: .wallabee)
      #expect(try store.register(car, of: driver(index), now: .noon) == nil)
      #expect(try store.startShift(of: driver(index), at: .defaultLocation, now: .noon) == nil)
    }
    #expect(try store.addRide(ride, key: key, now: .noon) == .done(ride))
  }

  private func driver(_ index: Int) -> Identifier<RiderProfile> {
    Identifier("id-of-driver\(index)")
  }

  private func offers(in store: SQLStore) throws -> [OfferRecord] {
    try store.all(
      SQLStatement(once: "SELECT \(OfferColumn.list) FROM offers"), read: OfferRecord.init)
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Of eight servers one offers a ride`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try prepare(store, drivers: 8)
      let results = concurrently(8) { index in
        try store.offer(Identifier("offer\(index)"), ride, to: driver(index), approach) { .noon }
      }
      for result in results { try result.get() }

      #expect(try offers(in: store).map(\.state) == [.open])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Of eight drivers one gets a plate, and the others hear that it is taken`(
    kind: StoreUnderTest
  ) throws {
    try kind.withStore { (store) throws in
      try prepare(store, drivers: 8)
      for index in 0..<8 { #expect(try store.endShift(of: driver(index), now: .noon) == nil) }
      let car = DriverCar(plate: "BB", model: "Mazda 2", option: .wallabee)
      let results = concurrently(8) { index in
        try store.register(car, of: driver(index), now: .noon)
      }
      let refusals = try results.map { try $0.get() }

      #expect(refusals.count { $0 == nil } == 1)
      #expect(refusals.count { $0 == .plateTaken("BB") } == 7)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Of an acceptance and a request of the driver's own one is refused`(
    kind: StoreUnderTest
  ) throws {
    for _ in 0..<6 {
      try kind.withStore { (store) throws in
        try prepare(store, drivers: 1)
        try store.offer(Identifier("offer"), ride, to: driver(0), approach) { .noon }
        let own = RideRecord.searching("own", rider: driver(0), at: .noon)
        let results = concurrently(2) { index -> Bool in
          index == 0
            ? try store.apply(.accept(Identifier("offer"), name: "Dora"), by: driver(0)) { .noon }
              == nil
            : try store.addRide(own, key: nil, now: .noon) == .done(own)
        }

        #expect(try results.map { try $0.get() }.count { $0 } == 1)
      }
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Of several rides at once a driver is offered one`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try prepare(store, drivers: 1)
      let others = try (0..<7).map { index in
        try store.addRider("rider\(index)")
        let other = RideRecord.searching(
          "ride\(index)", rider: Identifier("id-of-rider\(index)"), at: .noon)
        #expect(try store.addRide(other, key: nil, now: .noon) == .done(other))
        return other
      }
      let results = concurrently(7) { index in
        try store.offer(Identifier("offer\(index)"), others[index], to: driver(0), approach) {
          .noon
        }
      }
      for result in results { try result.get() }

      #expect(try offers(in: store).count == 1)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `An acceptance, a cancellation and an end of the search leave one state`(
    kind: StoreUnderTest
  ) throws {
    for round in 0..<6 {
      try kind.withStore { (store) throws in
        try prepare(store, drivers: 1)
        try store.offer(Identifier("offer"), ride, to: driver(0), approach) { .noon }
        let results = concurrently(6) { index -> Bool in
          switch (index + round) % 3 {
          case 0:
            return try store.apply(.accept(Identifier("offer"), name: "Dora"), by: driver(0)) {
              .noon
            } == nil
          case 1:
            _ = try store.cancelRide(ride.id, of: ride.rider, at: .noon)
            return false
          default:
            try store.endOverdue(since: .noon) { .noon + 500 }
            return false
          }
        }
        let isAccepted = try results.map { try $0.get() }.contains(true)

        let ended = try #require(try store.ride(ride.id, of: ride.rider))
        let wasAccepted = try offers(in: store).map(\.state) == [.accepted]
        #expect(isAccepted == wasAccepted)
        #expect(ended.driven?.phase != .searching)
        #expect(try offers(in: store).allSatisfy { $0.state != .open })
        #expect((ended.cancelledAt != nil) == (ended.driven?.phase == .ended))
      }
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `What is kept of a driven ride comes back`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try prepare(store, drivers: 1)
      #expect(try store.ride(ride.id, of: ride.rider) == ride)
      try store.offer(Identifier("offer"), ride, to: driver(0), approach) { .noon }
      #expect(
        try store.apply(.accept(Identifier("offer"), name: "Dora"), by: driver(0)) { .noon + 1 }
          == nil)
      #expect(try store.apply(.report(.operaHouse), by: driver(0)) { .noon + 2 } == nil)

      let accepted = try #require(try store.ride(ride.id, of: ride.rider))
      let driven = try #require(accepted.driven)
      // Another rider's key is another one.
      let own = RideRecord.searching("own", rider: driver(0), at: .noon)
      #expect(try store.addRide(own, key: key, now: .noon + 2) == .refused(.stillDriving))
      #expect(driven.driver == driver(0))
      #expect(driven.car == .operaHouse)
      #expect(driven.plan.name == "Dora" && driven.plan.plate == "AA 0")
      #expect(try store.earnings(of: driver(0), since: .noon).count == 0)
      #expect(try store.drivenRides(of: driver(0), isActive: true, limit: 1).first?.rider == "ann")
      #expect(try !store.removeAccount(ride.rider, now: .noon))
      #expect(try store.ride(ride.id, of: ride.rider) != nil)

      let code = try #require(try store.ride(ride.id, of: ride.rider)).code
      let steps: [RideEvent] = [
        .advance(ride.id, .arrive), .advance(ride.id, .start, code: code),
        .report(.appleStore),
        .advance(ride.id, .complete),
      ]
      for (index, step) in steps.enumerated() {
        let now = Date.noon + 400 * Double(index + 1)
        #expect(try store.apply(step, by: driver(0)) { now } == nil)
      }
      let (count, sum) = try store.earnings(of: driver(0), since: .noon)
      #expect(count == 1 && sum == ride.price)
      #expect(try store.rate(ride.id, 5, by: driver(0), now: .noon + 2000) == nil)
      #expect(try store.rate(ride.id, 4, by: driver(0), now: .noon + 2000) == .alreadyRated)
      #expect(try store.drivenRides(of: driver(0), limit: 9).map(\.stars) == [5])
      #expect(try store.ratings(by: driver(0)).map(\.stars) == [5])
      #expect(try store.ratings(by: ride.rider).isEmpty)
      #expect(try store.offers(to: driver(0)).map(\.state) == [.accepted])
      #expect(try store.removeAccount(ride.rider, now: .noon + 2000))
      #expect(try store.drivenRides(of: driver(0), limit: 9).isEmpty)

      let kept = try #require(try store.formerRides(of: driver(0), limit: 9).first)
      #expect(kept.stars == 5 && kept.ride.id == ride.id)
      #expect(kept.ride.amountDue == ride.price)
      #expect(abs(kept.ride.requestedAt.timeIntervalSince(ride.timetable.requested)) < 1)
      for (place, end) in [(kept.ride.pickup, ride.route[0]), (kept.ride.dropoff, ride.route[1])] {
        #expect(place.name == nil && place.location != end)
        #expect(place.location.distance(to: end) < 400)
      }
      #expect(kept.ride.route.count == 2 && kept.ride.approach == nil)
      let after = try store.earnings(of: driver(0), since: .noon)
      #expect(after.count == 1 && after.sum == ride.price)
      #expect(try store.earnings(of: driver(0), since: .noon + 3000).count == 0)
      #expect(try store.removeAccount(driver(0), now: .noon + 2000))
      #expect(try store.formerRides(of: driver(0), limit: 9).isEmpty)
    }
  }
}
