import Core
import FoundationEssentials

@testable import CloudDomain

/// A rider, two drivers of whom the first also requests a ride, and what is between them.
///
/// It is always the same time: as time passes, what has happened moves into the past, and what no rule
/// looks at any more is forgotten. So two histories that lead to the same future lead to equal worlds.
/// Drivers wait far from the pick-up; the own ride of the first one is never offered.
struct World {
  static let now = Date(timeIntervalSinceReferenceDate: 0)
  static let rider = RiderID("rider")
  static let drivers = [RiderID("ada"), RiderID("bob")]
  static let near = Location(nearestTo: -33.8568, 151.2153)
  /// Some 1600 m from the pick-up: too far for an arrival.
  static let far = Location(nearestTo: near.latitude - 0.0145, near.longitude)
  /// Nobody gets there.
  static let elsewhere = Location(nearestTo: near.latitude - 5, near.longitude)

  /// The rider's latest ride, and the latest own one of the first driver.
  var rides: [RideRecord?] = [nil, nil]
  var drivers = World.drivers.enumerated().map { index, rider in
    DriverRecord(
      rider: rider, car: DriverCar(plate: "AA \(index)", model: "Mazda 2", option: .wallabee),
      shift: nil)
  }
  /// Of the rider's ride, by drivers.
  var offers: [OfferRecord?] = [nil, nil]

  var ride: RideRecord? { rides[0] }
  var driven: DrivenRecord? { rides[0]?.driven }
  var openOffers: [OfferRecord] { offers.compactMap(\.self).filter(\.isOpen) }

  func isDriving(_ rider: RiderID?) -> Bool {
    driven?.driver == rider && (driven?.phase == .assigned || driven?.phase == .onTrip)
  }

  func isRiding(_ rider: RiderID?) -> Bool {
    rides.contains { $0?.rider == rider && $0?.hasEnded(at: Self.now) == false }
  }

  /// Only the second driver is ever suspended.
  static let suspension = DriverDecision(.suspended, reason: "A complaint.", at: now)

  static func index(_ driver: RiderID?) -> Int { driver == drivers[1] ? 1 : 0 }

  /// What the store finds for an event.
  func situation(of event: RideEvent, by caller: RiderID?) -> RideSituation {
    var found = RideSituation(caller: caller)
    let slot = rides.firstIndex { $0?.rider == caller }
    switch event {
    case .request(let ride, _):
      let own = rides[ride.rider == Self.rider ? 0 : 1]
      let driven = isDriving(ride.rider) ? [self.ride] : []
      found.known = ([own] + driven).compactMap { $0 }.map { ($0, Self.key(of: $0.id)) }
    case .cancel:
      found.ride = slot.flatMap { rides[$0] }
      found.otherOffers = slot == 0 ? openOffers : []
    case .accept(let id, _), .decline(let id), .expire(let id, _):
      found.offer = offers.lazy.compactMap { $0 }.first { $0.id == id }
      if let offer = found.offer {
        (found.ride, found.driver) = (ride, drivers[Self.index(offer.driver)])
      }
      if case .accept = event { found.otherOffers = openOffers.filter { $0.id != id } }
    case .advance, .abandon:
      (found.ride, found.driver) = (ride, drivers[Self.index(caller)])
    case .report, .startShift, .endShift, .decide:
      found.ride = isDriving(caller) ? ride : nil
      found.driver = drivers[Self.index(caller)]
      found.offer = offers[Self.index(caller)].flatMap { $0.state == .open ? $0 : nil }
    case .offer:
      (found.ride, found.driver) = (ride, drivers[Self.index(caller)])
      found.otherOffers = openOffers
      found.isExcluded = offers[Self.index(caller)] != nil
    case .endOverdue:
      (found.ride, found.otherOffers) = (ride, openOffers)
      found.driver = driven?.driver.map { drivers[Self.index($0)] }
    }
    (found.isDriving, found.isRiding) = (isDriving(caller), isRiding(caller))
    let offer = offers[Self.index(caller)]
    found.hasGivenBack = offer?.state == .accepted && driven?.driver != caller
    return found
  }

  static func key(of ride: Identifier<Ride>) -> RequestKey {
    RequestKey(key: ride.rawValue, fingerprint: [1])
  }

  /// Keeps what an event has changed.
  mutating func save(_ next: RideTransition, _ event: RideEvent) {
    if let ride = next.ride {
      let slot = ride.rider == Self.rider ? 0 : 1
      // The offers of an earlier ride are of no use any more.
      if slot == 0, rides[0]?.id != ride.id { offers = [nil, nil] }
      rides[slot] = ride
    }
    if let offer = next.offer { offers[Self.index(offer.driver)] = offer }
    for offer in next.withdrawn { offers[Self.index(offer.driver)]?.state = .withdrawn }
    if let driver = next.driver { drivers[Self.index(driver.rider)] = driver }
  }

  // MARK: - Time

  /// The milliseconds after which a rule decides otherwise than before.
  var limits: [Int] {
    var limits: [Int] = []
    func add(_ seconds: Double, after date: Date?) {
      if let date { limits.append(Int(seconds * 1000) - Self.age(date)) }
    }
    for offer in openOffers {
      add(DispatchRules.offer, after: offer.expiresAt - DispatchRules.offer)
    }
    for driver in drivers {
      let phase = isDriving(driver.rider) ? driven?.phase : nil
      if !isHeard(Self.index(driver.rider)) {
        add(Self.patience(phase), after: driver.shift?.reportedAt)
      }
    }
    switch driven?.phase {
    case .searching: add(DispatchRules.search, after: driven?.searchedAt)
    case .assigned:
      let times = ride?.timetable
      for limit in Self.acceptanceLimits(times?.arrived != nil) {
        add(limit, after: times.flatMap { Self.cameLate($0) ? $0.arrived : $0.accepted })
      }
      add(DispatchRules.noShow, after: ride?.timetable.arrived)
    case .onTrip: add(Self.shortestTrip, after: ride?.timetable.boarded)
    default: break
    }
    return limits
  }

  /// How long the way to the pick-up and the trip take, in seconds: limits of them are quarters of a minute.
  static let (approachSeconds, tripSeconds) = (150, 45)
  static let shortestTrip = Double(tripSeconds) * DispatchRules.shortestPart
  /// From when on a driver may have arrived, a cancellation may cost something, and the driver is late.
  /// Whether the driver arrived later than the offer said.
  static func cameLate(_ times: RideTimetable) -> Bool {
    guard let arrived = times.arrived, let accepted = times.accepted else { return false }
    return age(accepted) - age(arrived) > approachSeconds * 1000
  }

  private static func acceptanceLimits(_ hasArrived: Bool) -> [Double] {
    if hasArrived { return [DispatchRules.freeCancellation] }
    let shortest = Double(approachSeconds - DispatchRules.arrival) * DispatchRules.shortestPart
    return [shortest, DispatchRules.freeCancellation, Double(approachSeconds)]
  }

  /// How long ago, in milliseconds.
  static func age(_ date: Date) -> Int { Int((now.timeIntervalSince(date) * 1000).rounded()) }

  /// Whether a driver without a ride reports all the time: the first one does not before an offer.
  private func isHeard(_ index: Int) -> Bool {
    let isWaiting = index == 0 && driven?.phase == .searching && offers[0] == nil
    return !isWaiting && !isDriving(Self.drivers[index])
  }

  /// Returns a time as a rule looks at it: no longer ago than just after the limit, exact around it, and
  /// to the nearest quarter of a minute before, so that there are few.
  private static func kept(_ date: Date, _ seconds: Double) -> Date {
    let (age, limit) = (age(date), Int(seconds * 1000))
    guard age < limit - 1 else { return now - Double(min(age, limit + 1)) / 1000 }
    let quarter = (age + 15_000_007) / 15_000 * 15_000 - 15_000_000
    return abs(age - quarter) < 8 ? now - Double(quarter) / 1000 : date
  }

  private static func patience(_ phase: DrivenRecord.Phase?) -> Double {
    switch phase {
    case .assigned: DispatchRules.silence
    case .onTrip: DispatchRules.tripSilence
    default: DispatchRules.freshness
    }
  }

  mutating func pass(_ milliseconds: Int) {
    func past(_ date: Date) -> Date { Self.now - Double(Self.age(date) + milliseconds) / 1000 }
    for slot in rides.indices {
      guard var ride = rides[slot] else { continue }
      ride.timetable = RideTimetable(
        requested: Self.now, accepted: ride.timetable.accepted.map(past),
        arriving: ride.timetable.arriving.map(past), arrived: ride.timetable.arrived.map(past),
        boarded: ride.timetable.boarded.map(past), completed: ride.timetable.completed.map(past))
      ride.cancelledAt = ride.cancelledAt.map(past)
      if let searched = ride.driven?.searchedAt { ride.driven?.searchedAt = past(searched) }
      rides[slot] = ride
    }
    for index in drivers.indices {
      if let reported = drivers[index].shift?.reportedAt {
        drivers[index].shift?.reportedAt = past(reported)
      }
      offers[index] = offers[index].map { $0.expiring(at: past($0.expiresAt)) }
    }
  }

  /// Leaves out what no rule looks at any more.
  mutating func forget() {
    for slot in rides.indices { rides[slot] = rides[slot].map { Self.forgetting($0) } }
    if rides[1]?.driven?.phase == .ended { rides[1] = nil }
    if let searched = driven?.searchedAt, driven?.phase == .searching {
      rides[0]?.driven?.searchedAt = Self.kept(searched, DispatchRules.search)
    }
    for index in drivers.indices {
      if let shift = drivers[index].shift {
        let phase = isDriving(drivers[index].rider) ? driven?.phase : nil
        let reported = isHeard(index) ? Self.now : shift.reportedAt
        drivers[index].shift = DriverRecord.Shift(
          since: Self.now, location: phase == nil ? Self.far : shift.location,
          reportedAt: Self.kept(reported, Self.patience(phase)))
      }
      offers[index] = offers[index].map { offer in
        offer.expiring(at: offer.state == .open ? Self.kept(offer.expiresAt, 0) : Self.now)
      }
      // They decide about the matcher's order only, and for the first driver about as much as for the second.
      drivers[index].passed = 0
      // Whoever has no shift may be approved again.
      if drivers[index].shift == nil { drivers[index].decision = nil }
      if index == 0 { drivers[index].missed = 0 }
    }
  }

  private static func forgetting(_ ride: RideRecord) -> RideRecord {
    var ride = ride
    let times = ride.timetable
    func happened(_ date: Date?) -> Date? { date.map { _ in now } }
    ride.timetable = RideTimetable(
      requested: now, accepted: happened(times.accepted), arriving: happened(times.arriving),
      arrived: happened(times.arrived), boarded: happened(times.boarded),
      completed: happened(times.completed))
    ride.cancelledAt = ride.cancelledAt.map { _ in now }
    if ride.driven?.phase != .searching || ride.rider != rider { ride.driven?.searchedAt = now }
    if ride.driven?.phase == .onTrip {
      ride.timetable.boarded = times.boarded.map { kept($0, shortestTrip) }
      ride.timetable.accepted = ride.timetable.boarded
      (ride.timetable.arriving, ride.timetable.arrived) = (
        ride.timetable.boarded, ride.timetable.boarded
      )
    }
    guard ride.driven?.phase == .assigned else { return ride }
    let arrived = times.arrived.map { kept($0, DispatchRules.noShow) }
    ride.timetable.arrived = arrived
    ride.timetable.accepted = times.accepted.map { accepted in
      if let arrived, cameLate(times) { return arrived - Double(approachSeconds) - 0.001 }
      // To the next limit, or to the last one.
      let age = Double(Self.age(accepted)) / 1000
      let limits = acceptanceLimits(arrived != nil)
      let limit = limits.first { $0 + 0.001 >= age } ?? limits[limits.count - 1]
      return min(kept(accepted, limit), min(arrived ?? now, now))
    }
    if let arrived { ride.timetable.arriving = arrived }
    return ride
  }

  /// Equal for worlds with the same future.
  var identity: [Int] {
    func place(_ location: Location?) -> Int { location == nil ? 0 : location == Self.near ? 1 : 2 }
    func age(_ date: Date?) -> Int { date.map { Self.age($0) } ?? -1 }
    var numbers: [Int] = []
    for ride in rides {
      let driven = ride?.driven
      numbers.append(
        driven.flatMap { DrivenRecord.Phase.allCases.firstIndex(of: $0.phase) } ?? -1)
      numbers.append(driven?.driver.map { Self.index($0) } ?? -1)
      numbers.append(ride?.cancelledAt == nil ? 0 : 1)
      numbers += [driven?.fee ?? 0, driven?.fare ?? -1]
      numbers.append(
        driven?.ending.flatMap { RideCancellation.Reason.allCases.firstIndex(of: $0) } ?? -1)
      guard let ride, let driven, driven.phase != .ended else { continue }
      let times = ride.timetable
      numbers += [times.accepted, times.arriving, times.arrived, times.boarded].map(age)
      numbers.append(age(driven.searchedAt))
      numbers += [place(driven.car), driven.plan.wrongCodes ?? 0]
    }
    for (driver, offer) in zip(drivers, offers) {
      numbers.append(driver.shift.map { Self.age($0.reportedAt) } ?? -1)
      numbers += [driver.missed, driver.isSuspended ? 1 : 0]
      numbers.append(place(driver.shift?.location))
      numbers.append(offer.flatMap { OfferRecord.State.allCases.firstIndex(of: $0.state) } ?? -1)
      numbers.append(offer.map { Self.age($0.expiresAt) } ?? 0)
    }
    return numbers
  }
}

extension OfferRecord {
  func expiring(at time: Date) -> OfferRecord {
    OfferRecord(
      id: id, ride: ride, driver: driver, state: state, expiresAt: time, seconds: seconds,
      approach: approach, slot: slot)
  }
}
