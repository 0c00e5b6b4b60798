import Core
import FoundationEssentials

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

/// Rides, offers and drivers in memory, changed by the machine alone: what a database has to keep, too.
struct DispatchModel {
  private(set) var rides: [RideRecord] = []
  private(set) var offers: [OfferRecord] = []
  private(set) var drivers: [RiderID: DriverRecord] = [:]
  /// How many events each account was told.
  private(set) var told: [RiderID: Int] = [:]

  mutating func register(_ car: DriverCar, of driver: RiderID) {
    drivers[driver] = DriverRecord(rider: driver, car: car, shift: nil)
    told[driver, default: 0] += 1
  }

  mutating func apply(
    _ event: RideEvent, by caller: RiderID? = nil, at now: Date
  ) -> RideRefusal? {
    switch RideMachine.apply(event, to: situation(of: event, by: caller, at: now), at: now) {
    case .failure(let refusal): return refusal
    case .success(let next):
      if let ride = next.ride {
        rides.removeAll { $0.id == ride.id }
        rides.append(ride)
      }
      if let offer = next.offer {
        offers.removeAll { $0.id == offer.id }
        offers.append(offer.expiring(at: offer.expiresAt.inWholeMilliseconds))
      }
      for withdrawn in next.withdrawn {
        for index in offers.indices where offers[index].id == withdrawn.id {
          offers[index].state = .withdrawn
        }
      }
      if let driver = next.driver { drivers[driver.rider] = driver }
      for notice in next.notices {
        switch notice {
        case .rider, .followers: if let ride = next.ride { told[ride.rider, default: 0] += 1 }
        case .driver(let driver): told[driver, default: 0] += 1
        case .dispatch: break
        }
      }
      return next.refusal
    }
  }

  /// Ends what a round of a server ends.
  mutating func endOverdue(since start: Date, at now: Date) {
    for offer in offers { _ = apply(.expire(offer.id, since: start), at: now) }
    for ride in rides { _ = apply(.endOverdue(ride.id, since: start), at: now) }
  }

  private func situation(of event: RideEvent, by caller: RiderID?, at now: Date) -> RideSituation {
    var found = RideSituation(caller: caller)
    func open(of ride: Identifier<Ride>?) -> [OfferRecord] {
      offers.filter { $0.ride == ride && $0.isOpen }.sorted { $0.slot < $1.slot }
    }
    func isDriven(_ ride: RideRecord) -> Bool {
      ride.driven?.driver == caller
        && (ride.driven?.phase == .assigned || ride.driven?.phase == .onTrip)
    }
    switch event {
    case .request:
      found.known = rides.filter { $0.rider == caller || isDriven($0) }.map { ($0, nil) }
    case .cancel(let id, _), .advance(let id, _, _), .abandon(let id, _), .endOverdue(let id, _),
      .offer(_, let id, _, _, _):
      found.ride = rides.first { $0.id == id }
      found.otherOffers = open(of: id)
      found.driver = (caller ?? found.ride?.driven?.driver).flatMap { drivers[$0] }
    case .accept(let id, _), .decline(let id), .expire(let id, _):
      found.offer = offers.first { $0.id == id }
      found.ride = rides.first { $0.id == found.offer?.ride }
      found.driver = found.offer.flatMap { drivers[$0.driver] }
      if case .accept = event {
        found.otherOffers = open(of: found.ride?.id).filter { $0.id != found.offer?.id }
      }
    case .report, .startShift, .endShift, .decide:
      found.ride = rides.first(where: isDriven)
      found.driver = caller.flatMap { drivers[$0] }
      found.offer = offers.first { $0.driver == caller && $0.state == .open }
    }
    found.isDriving = rides.contains(where: isDriven)
    found.isRiding = rides.contains { $0.rider == caller && !$0.hasEnded(at: now) }
    let asked = offers.filter { $0.driver == caller && $0.ride == found.ride?.id }
    found.hasGivenBack = asked.contains { $0.state == .accepted }
    found.isExcluded =
      asked.contains { $0.state != .withdrawn }
      || offers.contains { $0.driver == caller && $0.state == .open }
    return found
  }
}

extension OfferRecord {
  /// As it comes back from a database.
  fileprivate func expiring(at time: Date) -> OfferRecord {
    OfferRecord(
      id: id, ride: ride, driver: driver, state: state, expiresAt: time, seconds: seconds,
      approach: approach, slot: slot)
  }
}
