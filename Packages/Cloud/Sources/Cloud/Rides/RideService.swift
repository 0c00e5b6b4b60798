import CloudDomain
import CloudRoutes
import CloudStore
import Core
import FoundationEssentials

/// Quotes, requests and cancels rides.
struct RideService: Sendable {
  var store: SQLStore
  /// Those of the store that dispatch uses.
  private let changes: ChangeSignals
  let clock: any WallClock
  let randomBytes: any RandomBytes
  let planner: RidePlanner
  let signingKey: SigningKey
  let workers: WorkerPool
  let map: MapService
  let flags: DispatchFlags

  init(_ dependencies: any CloudDependencies, map: MapService) {
    self.map = map
    store = dependencies.store
    changes = store.changes
    clock = dependencies.clock
    randomBytes = dependencies.randomBytes
    planner = RidePlanner(routeModel: dependencies.routeModel)
    signingKey = SigningKey(store: store)
    workers = dependencies.workers
    flags = DispatchFlags(dependencies)
  }

  /// Returns the cars of the drivers who are free near a point, nearest first, each some hundred meters
  /// off, as nobody is to follow a driver; `nil` where rides are simulated.
  private func drivers(near point: Location, except rider: RiderID) throws -> [NearbyCar]? {
    guard try flags.dispatch == .drivers else { return nil }
    let time = clock.now - DispatchRules.freshness
    return try store.freeDrivers(reportedAfter: time).compactMap { driver -> NearbyCar? in
      // Also the distance is of what is shown: that of the position would give the position away.
      guard let location = driver.shift?.location.rounded, driver.rider != rider,
        location.distance(to: point) <= DispatchRules.farthest
      else { return nil }
      return NearbyCar(option: driver.car.option, location: location)
    }.sorted { $0.location.distance(to: point) < $1.location.distance(to: point) }
  }

  /// Returns what quotes the kinds of ride for a trip.
  func options(
    for trip: Trip, to rider: RiderID
  ) throws -> @Sendable () async throws -> RideOptionList {
    let pickup = try Location.checked(
      latitude: trip.pickupLatitude, longitude: trip.pickupLongitude, prefix: "pickup")
    let dropoff = try Location.checked(
      latitude: trip.dropoffLatitude, longitude: trip.dropoffLongitude, prefix: "dropoff")
    try Self.checkLength(from: pickup, to: dropoff)
    let signer = try signingKey.signer
    let drivers = try drivers(near: pickup, except: rider)
    return { [planner, clock] in
      let now = clock.now.inWholeMilliseconds
      let plans = try await planner.plans(from: pickup, to: dropoff, at: now, drivers: drivers)
      try plans.first.map { try Self.checkLength(of: $0.route) }
      return RideOptionList(
        options: plans.map { plan in
          let subject = QuoteSigner.Subject(rider: rider, trip: trip, kind: plan.kind)
          return RideOption(
            id: plan.kind, price: plan.price,
            secondsUntilPickup: plan.hasCar ? plan.secondsUntilPickup : nil,
            distanceMeters: Int(plan.route.distance.rounded()),
            durationSeconds: plan.durationSeconds,
            quote: signer.quote(plan.price, for: subject, at: now))
        },
        route: plans.first.map { MapLine($0.route.corners) })
    }
  }

  func cars(near point: PickupPoint, for rider: RiderID) throws -> NearbyCarList {
    let location = try Location.checked(latitude: point.latitude, longitude: point.longitude)
    return NearbyCarList(
      cars: try drivers(near: location, except: rider)?.prefix(RideRules.mostCars).map { $0 }
        ?? planner.cars(near: location, at: clock.now.inWholeMilliseconds))
  }

  /// Returns what plans the ride that a rider requests.
  func addition(
    _ request: RideRequest, for rider: RiderID, key: RequestKey?
  ) throws -> @Sendable () async throws -> RideChange {
    try request.pickup.check(field: "pickup")
    try request.dropoff.check(field: "dropoff")
    let trip = Trip(pickup: request.pickup.location, dropoff: request.dropoff.location)
    try Self.checkLength(from: request.pickup.location, to: request.dropoff.location)
    guard let quote = request.quote else {
      throw APIError.invalid(
        "quote", "The quote is missing.", hint: "Request one of the options of the trip.")
    }
    // Another process that repeats a request has a quote of its own.
    let unquoted = request.with(\.quote, nil)
    let key = try RequestDecoding.key(key?.key, of: unquoted)
    let request = unquoted.with(\.pickup, try map.named(request.pickup))
      .with(\.dropoff, try map.named(request.dropoff))
    let subject = QuoteSigner.Subject(rider: rider, trip: trip, kind: request.option)
    let signer = try signingKey.signer
    let price: Money
    do throws(APIError) {
      price = try signer.price(of: quote, for: subject, at: clock.now)
    } catch {
      // What was requested in time is answered in the same way for ever.
      guard error.document.error.code == .quoteExpired, let key,
        let known = try store.ride(of: rider, key: key)
      else { throw error }
      return { [now = clock.now.inWholeMilliseconds] in .request(known, key: key, at: now) }
    }
    let dispatch = try flags.dispatch
    return {
      do {
        return try await plan(request, for: rider, dispatch, price: price, key: key)
      } catch {
        // What was requested before needs no plan.
        guard let key, let known = try await known(key, of: rider) else { throw error }
        return .request(known, key: key, at: clock.now.inWholeMilliseconds)
      }
    }
  }

  /// Returns the ride that was requested with a key, found on a thread that may wait.
  private func known(_ key: RequestKey, of rider: RiderID) async throws -> RideRecord? {
    let found = await workers.run { [store] in
      Result { () throws(StoreError) in try store.ride(of: rider, key: key) }
    }
    return try found?.get()
  }

  private func plan(
    _ request: RideRequest, for rider: RiderID, _ dispatch: RideDispatch,
    price: Money, key: RequestKey?
  ) async throws -> RideChange {
    let (pickup, dropoff) = (request.pickup.location, request.dropoff.location)
    let now = clock.now.inWholeMilliseconds
    let route: Route
    let timetable: RideTimetable
    var approach = [pickup]
    var driven: DrivenRecord?
    if dispatch == .drivers {
      route = try await planner.routeModel.route(from: pickup, to: dropoff)
      timetable = RideTimetable(requested: now)
      driven = DrivenRecord(
        phase: .searching, plan: .init(tripSeconds: Int(route.duration.rounded(.up))),
        searchedAt: now)
    } else {
      let plan = try await planner.plans([request.option], from: pickup, to: dropoff, at: now)[0]
      (route, timetable) = (plan.route, plan.timetable)
      approach = try await planner.approach(from: plan.car, to: pickup)
    }
    try Self.checkLength(of: route)
    let id = randomBytes.makeIdentifier()
    let seed = driven == nil ? randomBytes.bytes(count: 8).reduce(0) { $0 << 8 | UInt64($1) } : 0
    let record = RideRecord(
      id: Identifier(id), rider: rider, request: request, price: price, timetable: timetable,
      cancelledAt: nil, seed: seed, approach: approach, route: route.corners,
      routeModel: route.model, driven: driven)
    return .request(record, key: key, at: now)
  }

  /// Returns a planned change at the time of now, as other rides may have ended since.
  func now(_ change: RideChange) -> RideChange {
    var change = change
    change.time = clock.now.inWholeMilliseconds
    return change
  }

  func cancellation(of id: Identifier<Ride>, by rider: RiderID) -> RideChange {
    .cancellation(of: id, by: rider, at: clock.now.inWholeMilliseconds)
  }

  /// Returns the ride that a change has led to.
  func ride(after change: RideChange, _ outcome: RideOutcome) throws -> Ride {
    switch outcome {
    case .done(let ride): return ride.ride(at: change.time)
    case .refused(let refusal): throw APIError(refusal)
    case .noAccount: throw APIError.notSignedIn
    case .contended: throw StoreError.contended(reason: "the rider's account is locked")
    }
  }

  /// Returns a ride as it is now.
  ///
  /// - Parameters:
  ///   - id: `nil` for the current ride.
  ///   - record: The rider's ride with the identifier, or the latest one without. A ride is added only
  ///     after the one before has ended, so no other than the latest can be under way.
  func ride(_ id: Identifier<Ride>?, _ record: RideRecord?) throws -> Ride {
    let now = clock.now
    if let record, id != nil || !record.hasEnded(at: now) {
      if record.driven != nil, !record.hasEnded(at: now) { changes.wakeDispatch() }
      return record.ride(at: now)
    }
    if let id { throw APIError(.noSuchRide(id)) }
    throw APIError(.notFound, message: "There is no current ride.", hint: "Request a ride first.")
  }

  func history(of rider: RiderID, _ page: PageRequest) throws -> RideList {
    let records = try store.rides(of: rider, limit: page.checkedLimit)
    let now = clock.now
    return RideList(rides: records.map { $0.ride(at: now) })
  }

  private static func checkLength(from pickup: Location, to dropoff: Location) throws {
    let distance = pickup.distance(to: dropoff)
    if distance < RideRules.shortestTrip {
      throw APIError.invalid(
        "dropoff", "The drop-off is the pick-up.", hint: "Choose another place to go to.")
    }
    try checkLength("The drop-off is \(Int(distance / 1000)) km from the pick-up", distance)
  }

  private static func checkLength(of route: Route) throws {
    let distance = route.distance
    try checkLength("The way to the drop-off is \(Int(distance / 1000)) km long", distance)
  }

  private static func checkLength(_ fact: String, _ meters: Double) throws {
    guard meters > RideRules.longestTrip else { return }
    throw APIError.invalid(
      "dropoff", "\(fact); a ride is at most \(Int(RideRules.longestTrip / 1000)) km long.",
      hint: "Choose a place that is nearer.")
  }
}

extension Location {
  /// The nearest point of a grid of 0.003 degrees, at most 240 m away.
  fileprivate var rounded: Location {
    func round(_ degrees: Double) -> Double { (degrees / 0.003).rounded() * 0.003 }
    return Location(nearestTo: round(latitude), round(longitude))
  }
}
