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

  @Test func `An unchanged answer counts as one to its question`() {
    let (first, second) = (rides.nextRequest(), rides.nextRequest())
    rides.renew(newer)

    rides.renew(newer, answering: rides.nextRequest())
    for request in [first, second] { rides.renew(older, answering: request) }
    #expect(rides[newer.id] == newer)

    rides.renew(older)
    #expect(rides[newer.id] == older)
  }
}
