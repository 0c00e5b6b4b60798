import Core
import CoreTesting
import Testing

@testable import SignedIn

@MainActor
struct KnownRidesTests {
  private let rides = KnownRides()
  private let older = Ride.sample(secondsUntilPickup: 120)
  private let newer = Ride.sample(secondsUntilPickup: 60)

  @Test func `An answer to an earlier question does not replace one to a later question`() {
    var changes = 0
    rides.rideChanged = { changes += 1 }
    let (first, second) = (rides.nextRequest(), rides.nextRequest())

    rides.renew(newer, answering: second)
    rides.renew(older, answering: first)

    #expect(rides[newer.id] == newer)
    #expect(changes == 1)
  }

  @Test func `A ride that has come further is known, whatever it answers`() {
    let (first, second) = (rides.nextRequest(), rides.nextRequest())
    let cancelled = Ride.sample(state: .cancelled)

    rides.renew(newer, answering: second)
    rides.renew(cancelled, answering: first)
    rides.renew(newer, answering: rides.nextRequest())

    #expect(rides[newer.id] == cancelled)
  }

  @Test(arguments: [RideState.accepted, .arriving, .arrived])
  func `A ride that its driver gives back is looked for again`(state: RideState) {
    let request = rides.nextRequest()
    rides.renew(.sample(state: state))

    rides.renew(.sample(state: .requested), answering: request)
    #expect(rides[newer.id]?.state == state)
    rides.renew(.sample(state: .requested))
    #expect(rides[newer.id]?.state == .requested)
  }

  @Test(arguments: [RideState.onTrip, .completed, .cancelled])
  func `A ride whose rider is in the car, or that has ended, is not looked for again`(
    state: RideState
  ) {
    rides.renew(.sample(state: state))
    rides.renew(.sample(state: .requested))

    #expect(rides[newer.id]?.state == state)
  }

  @Test func `An unchanged answer counts as one to its question`() {
    let (first, second) = (rides.nextRequest(), rides.nextRequest())
    rides.renew(newer)

    rides.renew(newer, answering: rides.nextRequest())
    for request in [first, second] { rides.renew(older, answering: request) }
    #expect(rides[newer.id] == newer)

    rides.renew(older)
    #expect(rides[newer.id] == older)
  }

  @Test func `A position moves a known ride, and an earlier answer does not move it back`() {
    var changes = 0
    rides.rideChanged = { changes += 1 }
    rides.renew(older)
    let request = rides.nextRequest()

    for _ in 0..<2 { rides.move(to: .appleStore()) }
    rides.renew(older, answering: request)

    #expect(rides[older.id] == older.moved(to: .appleStore()))
    #expect(rides[older.id]?.car?.location == .appleStore)
    #expect(rides[older.id]?.secondsUntilPickup == 30)
    #expect(changes == 2)
  }

  @Test func `A position of a ride that is unknown or has ended is dropped`() {
    let cancelled = Ride.sample(state: .cancelled)
    rides.renew(cancelled)

    rides.move(to: .appleStore())
    rides.move(to: .appleStore(of: "ride-2"))

    #expect(rides[cancelled.id] == cancelled)
    #expect(rides[Identifier("ride-2")] == nil)
  }
}
