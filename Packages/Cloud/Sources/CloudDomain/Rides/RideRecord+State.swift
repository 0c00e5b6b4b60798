import Basics
package import Core
package import FoundationEssentials

extension RideRecord {
  /// The state of the ride at a time.
  package func ride(at time: Date) -> Ride {
    let state = state(at: time)
    // A cancelled ride stands still where it was.
    let moment = min(time, cancelledAt ?? time)
    if let driven { return ride(driven, state: state, at: moment) }
    let isAccepted = timetable.accepted.hasCome(by: moment)
    let assignment = parts.assignment
    return Ride(
      id: id, state: state, request: request, price: price, requestedAt: timetable.requested,
      car: isAccepted
        ? Car(
          model: assignment.carModel, plate: assignment.plate, location: carLocation(at: moment))
        : nil,
      driver: isAccepted ? Driver(name: assignment.driverName, simulation: .driver) : nil,
      secondsUntilPickup: state.isBeforePickup ? timetable.arrived?.seconds(after: time) : nil,
      secondsUntilDropoff: state.isEnded ? nil : timetable.completed?.seconds(after: time),
      route: route, approach: isAccepted && state.isBeforePickup ? approach : nil,
      durationSeconds: timetable.boarded.flatMap { timetable.completed?.seconds(after: $0) },
      routeModel: routeModel.isEmpty ? nil : routeModel)
  }

  /// An amount in the currency of the price.
  private func money(_ minorUnits: Int?) -> Money? {
    minorUnits.map { Money(currency: price.currency, minorUnits: $0) }
  }

  /// The ride as its rider sees it: with the code that a real driver needs to start the trip.
  package func rideForRider(at time: Date) -> Ride {
    var ride = ride(at: time)
    if driven?.phase == .assigned { ride.code = code }
    ride.tip = money(tip)
    ride.stars = stars
    return ride
  }

  /// The ride as its driver sees it: until the start without the route, and with the drop-off to a
  /// neighborhood.
  package func rideForDriver(at time: Date) -> Ride {
    var ride = ride(at: time)
    ride.tip = money(tip)
    guard !timetable.boarded.hasCome(by: time) else { return ride }
    ride.request.dropoff = request.dropoff.neighborhood
    ride.route = []
    // To the cent, the price would tell the drop-off to whoever asks for the prices around it.
    ride.price = price.roundedForDrivers
    ride.durationSeconds = ride.durationSeconds.map(\.inWholeMinutes)
    // Rounded by itself, it would tell the rest as the car comes nearer.
    ride.secondsUntilDropoff = ride.durationSeconds.map { $0 + (ride.secondsUntilPickup ?? 0) }
    return ride
  }

  /// Four digits, which only the rider is told; another driver needs others.
  package var code: String {
    let accepted = (timetable.accepted?.timeIntervalSince1970 ?? 0) * 1000
    var numbers = SplitMix64(seed, UInt64(bitPattern: Int64(accepted.rounded())))
    return String(String(10_000 + numbers.next(below: 10_000)).dropFirst())
  }

  /// The ride as its real driver makes it.
  private func ride(_ driven: DrivenRecord, state: RideState, at moment: Date) -> Ride {
    let (plan, isAccepted) = (driven.plan, timetable.accepted.hasCome(by: moment))
    let location = driven.car ?? approach[0]
    let toPickup = state.isBeforePickup && isAccepted ? driven.secondsToPickup(self) : nil
    let trip: Int? =
      switch state {
      case .requested, .completed, .cancelled: nil
      case .onTrip:
        secondsLeft(of: plan.tripSeconds, at: location, from: route[0], to: route[route.count - 1])
      case .accepted, .arriving, .arrived: (toPickup ?? 0) + plan.tripSeconds
      }
    return Ride(
      id: id, state: state, request: request, price: price, requestedAt: timetable.requested,
      car: isAccepted
        ? plan.plate.map { Car(model: plan.model ?? "", plate: $0, location: location) } : nil,
      driver: isAccepted
        ? plan.name.map {
          Driver(name: $0, simulation: plan.isOnAutopilot == true ? .position : nil)
        }
        : nil,
      secondsUntilPickup: toPickup, secondsUntilDropoff: trip, route: route,
      approach: toPickup == nil ? nil : approach, durationSeconds: plan.tripSeconds,
      routeModel: routeModel.isEmpty ? nil : routeModel,
      cancellation: driven.ending.map { reason in
        RideCancellation(
          reason, fee: money(driven.fee))
      },
      cancellationFee: cancellationFee(at: moment),
      fare: money(driven.fare))
  }

  /// How far the ride has come at a time.
  package func state(at time: Date) -> RideState {
    if cancelledAt.hasCome(by: time) { return .cancelled }
    guard timetable.accepted.hasCome(by: time) else { return .requested }
    guard timetable.arriving.hasCome(by: time) else { return .accepted }
    guard timetable.arrived.hasCome(by: time) else { return .arriving }
    guard timetable.boarded.hasCome(by: time) else { return .arrived }
    return timetable.completed.hasCome(by: time) ? .completed : .onTrip
  }

  /// The times in a span, both ends included, at which the ride comes to another state by itself.
  package func transitions(from start: Date, to end: Date) -> [Date] {
    let times = [
      timetable.accepted, timetable.arriving, timetable.arrived, timetable.boarded,
      timetable.completed,
    ].compactMap(\.self)
    return Set(times).filter { $0 >= start && $0 <= end && $0 < cancelledAt ?? .distantFuture }
      .sorted()
  }

  private func carLocation(at time: Date) -> Location {
    let isOnTrip = timetable.boarded.hasCome(by: time)
    let way = isOnTrip ? parts.route : parts.approach
    let start = isOnTrip ? timetable.boarded : timetable.accepted
    let end = isOnTrip ? timetable.completed : timetable.arrived
    guard let start, let end else { return way.corners[0] }
    let part = time.timeIntervalSince(start) / max(1e-3, end.timeIntervalSince(start))
    let meters = way.legs.reduce(0, +) * min(1, part)
    return way.corners.point(after: meters, legs: way.legs) ?? route[0]
  }
}

// MARK: - Money

extension RideRecord {
  /// What the rider's cancellation costs at a time: nothing soon after the acceptance or a late arrival,
  /// while the driver is later than the offer said, or while the driver has not come nearer. `nil` where
  /// nothing can be due.
  package func cancellationFee(at now: Date) -> CancellationFee? {
    guard let driven, driven.phase == .assigned, let accepted = timetable.accepted else {
      return nil
    }
    let arrived = timetable.arrived.flatMap { $0 <= now ? $0 : nil }
    let waited = (arrived ?? now).seconds(since: accepted)
    let isLate = waited > Double(driven.plan.approachSeconds ?? 0)
    let from = (isLate ? arrived ?? accepted : accepted) + DispatchRules.freeCancellation
    let isPast = now.seconds(since: from) >= 0
    var waiver: CancellationFee.Waiver?
    if isPast, isLate, arrived == nil {
      waiver = .driverIsLate
    } else if isPast, !hasComeNearer || arrived != nil && !isNearPickup {
      waiver = .driverIsNoNearer
    }
    return CancellationFee(
      Money(currency: price.currency, minorUnits: DispatchRules.fee), from: from,
      isDue: isPast && waiver == nil, waiver: waiver)
  }

  /// What stays with the driver of an ended ride when its rider deletes the account: kind, car, times and money,
  /// and both ends as squares of 0.005 degrees. `nil` where nothing was earned.
  package var withoutRider: (ride: Ride, amount: Money, endedAt: Date)? {
    // At its own end: another server's clock may be ahead.
    guard let ended = cancelledAt ?? timetable.completed else { return nil }
    // What the driver has not been told stays untold.
    var ride = rideForDriver(at: ended)
    guard driven?.driver != nil, let amount = ride.amountDue,
      ride.state == .completed || amount.minorUnits > 0
    else { return nil }
    ride.request = RideRequest(
      pickup: request.pickup.neighborhood, dropoff: request.dropoff.neighborhood,
      option: request.option)
    let ends = [ride.pickup.location, ride.dropoff.location]
    (ride.route, ride.approach, ride.secondsUntilPickup, ride.secondsUntilDropoff) = (
      ends, nil, nil, nil
    )
    ride.car = ride.car.map { Car(model: $0.model, plate: $0.plate, location: ends[1]) }
    let earned = Money(currency: amount.currency, minorUnits: amount.minorUnits + (tip ?? 0))
    return (ride, earned, ended)
  }

  /// In meters, in a straight line.
  var distanceToPickup: Double { (driven?.car ?? approach[0]).distance(to: route[0]) }
  /// Whether the car is near enough to the pick-up for an arrival.
  var isNearPickup: Bool { distanceToPickup <= DispatchRules.arrivalDistance }

  /// Whether the car is at the pick-up, or nearer to it than when the ride was accepted.
  var hasComeNearer: Bool {
    let left = distanceToPickup
    return left <= DispatchRules.progress
      || approach[0].distance(to: route[0]) - left >= DispatchRules.progress
  }

  /// The fare of a trip that ends now, in the smallest unit of the currency; `nil` for the price.
  ///
  /// It is the part of the route that was driven from where the trip began, and all of it where little is
  /// left and at least half was driven; and of a trip that ends sooner than anybody drives it the part of
  /// that time.
  func fareOfShorterTrip(at now: Date) -> Int? {
    guard let driven else { return nil }
    let whole = max(1, route.meters(aheadOf: route[0]))
    let rest = driven.car.map(route.meters(aheadOf:)) ?? 0
    // Near the pick-up a trip begins with the route, which may come by there again.
    let boarding = driven.plan.boarding.flatMap {
      $0.distance(to: route[0]) > DispatchRules.progress ? $0 : nil
    }
    let done = route.meters(aheadOf: boarding ?? route[0]) - rest
    let isWhole = rest <= RideAdvance.mostLeft(of: whole) && done >= whole / 2
    let way = isWhole ? 1 : done / whole
    let planned = Double(driven.plan.tripSeconds) * DispatchRules.shortestPart
    let shortest = max(planned, DispatchRules.shortestTrip)
    let time = (timetable.boarded.map(now.seconds(since:)) ?? 0) / shortest
    let part = max(0, min(way, time))
    return part < 1 ? Int((Double(price.minorUnits) * part).rounded(.down)) : nil
  }
}

extension Money {
  /// What a driver is told of a price before the start: it is never less in the end.
  package var roundedForDrivers: Money {
    Money(currency: currency, minorUnits: minorUnits / 50 * 50)
  }
}

extension Int {
  /// Seconds as the minutes that contain them, so that a place cannot be told from several.
  package var inWholeMinutes: Int { (self + 59) / 60 * 60 }
}

extension Waypoint {
  /// The middle of a square of 0.005 degrees, some 500 m, around the point; without a name.
  package var neighborhood: Waypoint { Waypoint(location.rounded(to: 0.005)) }
}

extension DrivenRecord {
  /// About how long the car still needs to the pick-up: as much of the way's time as of its distance.
  package func secondsToPickup(_ ride: RideRecord) -> Int {
    let start = ride.approach[0]
    return secondsLeft(
      of: plan.approachSeconds ?? 0, at: car ?? start, from: start, to: ride.route[0])
  }
}

/// The seconds of a way that are left, by the distances along the great circle.
private func secondsLeft(
  of seconds: Int, at location: Location, from start: Location, to end: Location
) -> Int {
  let part = location.distance(to: end) / max(1, start.distance(to: end))
  return Int((Double(seconds) * min(1, part)).rounded(.up))
}

extension RideState {
  fileprivate var isBeforePickup: Bool {
    self == .requested || self == .accepted || self == .arriving
  }
}

extension Date {
  /// Whole seconds from another time to this one, rounded up, so that "0 seconds" is only now.
  fileprivate func seconds(after time: Date) -> Int { Int(timeIntervalSince(time).rounded(.up)) }
}
