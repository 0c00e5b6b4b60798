import Basics
import CloudDomain
import CloudRoutes
import CloudStore
import Core
import FoundationEssentials
import Synchronization

/// Quotes, requests and cancels rides.
struct RideService: Sendable {
  var store: SQLStore
  /// Those of the store that dispatch uses.
  private let changes: ChangeSignals
  let clock: any WallClock
  let randomBytes: any RandomBytes
  let planner: RidePlanner
  let signingKey: SigningKey
  private let quoted = QuotedPlans()
  let map: MapService
  let flags: DispatchFlags
  private let driversNeedApproval: Bool

  init(_ dependencies: any CloudDependencies, map: MapService) {
    self.map = map
    store = dependencies.store
    changes = store.changes
    clock = dependencies.clock
    randomBytes = dependencies.randomBytes
    planner = RidePlanner(routeModel: dependencies.routeModel)
    signingKey = SigningKey(store: store)
    flags = DispatchFlags(dependencies)
    driversNeedApproval = dependencies.driversNeedApproval
  }

  /// Returns the cars of the drivers who are free near a point, nearest first, each some hundred meters
  /// off, as nobody is to follow a driver; `nil` where rides are simulated.
  private func drivers(near point: Location, except rider: RiderID) throws -> [NearbyCar]? {
    guard try flags.dispatch == .drivers else { return nil }
    let time = clock.now - DispatchRules.freshness
    // What is shown may be nearer than the driver.
    let boxes = BoundingBox.around(point, meters: DispatchRules.farthest + Location.mostRounded)
    let free = try store.freeDrivers(
      in: boxes, reportedAfter: time, needApproval: driversNeedApproval)
    return free.compactMap { driver in
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
    return { [planner, clock, quoted] in
      let now = clock.now.inWholeMilliseconds
      let plans = try await planner.plans(from: pickup, to: dropoff, at: now, drivers: drivers)
      try plans.first.map { try Self.checkLength(of: $0.route) }
      return RideOptionList(
        options: plans.map { plan in
          let subject = QuoteSigner.Subject(rider: rider, trip: trip, kind: plan.kind)
          let quote = signer.quote(plan.price, for: subject, at: now)
          quoted.keep(plan, for: quote.id, at: clock.steadyNow)
          return RideOption(
            id: plan.kind, price: plan.price,
            secondsUntilPickup: plan.hasCar ? plan.secondsUntilPickup : nil,
            distanceMeters: Int(plan.route.distance.rounded()),
            durationSeconds: plan.durationSeconds, quote: quote)
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

  /// Returns the ride that a rider requests, as its quote has planned it; throws ``PlanMissing`` where
  /// this server does not know all of that plan.
  ///
  /// - Parameter dispatch: Who drives rides that are requested now.
  func addition(
    _ request: RideRequest, for rider: RiderID, key: String?, dispatch: RideDispatch
  ) throws -> RideChange {
    let asked = try read(request, of: rider, key, isBatched: true)
    let price: Money
    do throws(APIError) {
      price = try asked.price(at: clock.now)
    } catch {
      if error.document.error.code == .quoteExpired, asked.key != nil { throw PlanMissing() }
      throw error
    }
    guard let plan = quoted.plan(of: asked.quote, at: clock.steadyNow), plan.dispatch == dispatch,
      dispatch == .drivers || plan.approach.corners != nil
    else { throw PlanMissing() }
    return try change(asked, price, plan)
  }

  /// Returns what plans the ride that a rider requests, unless the request is to be refused or was made
  /// before.
  func planning(
    _ request: RideRequest, for rider: RiderID, key: String?
  ) throws -> @Sendable () async throws -> RideChange {
    let asked = try read(request, of: rider, key, isBatched: false)
    let (now, dispatch) = (clock.now.inWholeMilliseconds, try flags.dispatch)
    let situation = try store.situation(
      ofRequestBy: rider, key: asked.key, drives: dispatch == .drivers)
    let known = try situation.requested(by: rider, asked.key)
    let price: Money
    do throws(APIError) {
      price = try asked.price(at: now)
    } catch {
      // What was requested in time is answered in the same way for ever.
      guard error.document.error.code == .quoteExpired, let known else { throw error }
      return { .request(known, key: asked.key, at: now) }
    }
    if let known { return { .request(known, key: asked.key, at: now) } }
    try situation.checkFree(for: rider, at: now)
    return {
      let (pickup, dropoff) = (asked.request.pickup.location, asked.request.dropoff.location)
      var plan =
        if let kept = quoted.plan(of: asked.quote, at: clock.steadyNow), kept.dispatch == dispatch {
          kept
        } else {
          try await planner.plans(
            [asked.request.option], from: pickup, to: dropoff, at: now,
            drivers: dispatch == .drivers ? [] : nil)[0]
        }
      try Self.checkLength(of: plan.route)
      if dispatch == .simulated { try await planner.complete(&plan, to: pickup) }
      quoted.keep(plan, for: asked.quote, at: clock.steadyNow)
      return try change(asked, price, plan)
    }
  }

  private func read(
    _ request: RideRequest, of rider: RiderID, _ key: String?, isBatched: Bool
  ) throws -> AskedRide {
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
    return AskedRide(
      key: try RequestDecoding.key(key, of: unquoted),
      request: unquoted.with(\.pickup, try map.named(request.pickup, reads: !isBatched))
        .with(\.dropoff, try map.named(request.dropoff, reads: !isBatched)),
      quote: quote, subject: .init(rider: rider, trip: trip, kind: request.option),
      signer: try signingKey.signer)
  }

  private func change(
    _ asked: AskedRide, _ price: Money, _ plan: RidePlanner.Plan
  ) throws -> RideChange {
    let now = clock.now.inWholeMilliseconds
    let isDriven = plan.dispatch == .drivers
    let record = RideRecord(
      id: Identifier(randomBytes.makeIdentifier()), rider: asked.subject.rider,
      request: asked.request, price: price,
      timetable: isDriven ? RideTimetable(requested: now) : plan.timetable(at: now),
      seed: randomBytes.bytes(count: 8).reduce(0) { $0 << 8 | UInt64($1) },
      approach: isDriven ? [asked.request.pickup.location] : plan.approach.corners ?? [plan.car],
      route: plan.route.corners,
      routeModel: plan.route.model,
      driven: isDriven
        ? DrivenRecord(
          phase: .searching, plan: .init(tripSeconds: plan.durationSeconds), searchedAt: now)
        : nil)
    return .request(record, key: asked.key, at: now)
  }

  /// Returns a planned change at the time of now, as other rides may have ended since.
  func now(_ change: RideChange) -> RideChange {
    var change = change
    change.time = clock.now.inWholeMilliseconds
    return change
  }

  func cancellation(_ cancelling: RideCancelling, by rider: RiderID) -> RideChange {
    .cancellation(
      of: cancelling.ride, by: rider, agreed: cancelling.fee, at: clock.now.inWholeMilliseconds)
  }

  /// Returns the document of the ride that a change has led to.
  func document(after change: RideChange, _ outcome: RideOutcome) throws -> Data {
    switch outcome {
    case .done(let ride): return try ride.document(at: change.time)
    case .refused(let refusal): throw APIError(refusal)
    case .noAccount: throw APIError.notSignedIn
    case .contended: throw StoreError.contended(reason: "the rider's account is locked")
    }
  }

  /// Returns the document of a ride as it is now.
  ///
  /// - Parameters:
  ///   - id: `nil` for the current ride.
  ///   - record: The rider's ride with the identifier, or the latest one without. A ride is added only
  ///     after the one before has ended, so no other than the latest can be under way.
  ///   - ways: Whether to tell the ride's ways.
  func document(of id: Identifier<Ride>?, _ record: RideRecord?, ways: Bool) throws -> Data {
    let now = clock.now
    if let record, id != nil || !record.hasEnded(at: now) {
      if record.driven != nil, !record.hasEnded(at: now) { changes.wakeDispatch() }
      return try record.document(at: now, ways: ways)
    }
    if let id { throw APIError(.noSuchRide(id)) }
    throw APIError(.notFound, message: "There is no current ride.", hint: "Request a ride first.")
  }

  /// Returns the document of a ``RideList``.
  func history(of rider: RiderID, _ page: PageRequest) throws -> Data {
    let records = try store.rides(of: rider, limit: page.checkedLimit)
    let now = clock.now
    var document = Data(#"{"rides":["#.utf8)
    for (index, record) in records.enumerated() {
      if index > 0 { document.append(UInt8(ascii: ",")) }
      document.append(try record.document(at: now))
    }
    document.append(contentsOf: "]}".utf8)
    return document
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

/// The plan of a quote is not known on this server, and has to be made.
struct PlanMissing: Error {}

/// A request for a ride that was read.
private struct AskedRide {
  let key: RequestKey?
  /// Without its quote, and with names for both ends.
  let request: RideRequest
  let quote: Identifier<Quote>
  let subject: QuoteSigner.Subject
  let signer: QuoteSigner

  func price(at time: Date) throws(APIError) -> Money {
    try signer.price(of: quote, for: subject, at: time)
  }
}

/// What the last quotes of this server have planned.
private final class QuotedPlans: Sendable {
  /// The most quotes whose plans are kept; a way has at most 500 corners of 16 bytes, which the quotes
  /// of a trip share.
  private static let most = 6000

  private let plans = Mutex(
    ExpiringCache<Identifier<Quote>, RidePlanner.Plan>(capacity: most, lifetime: RideRules.quote))

  func keep(_ plan: RidePlanner.Plan, for quote: Identifier<Quote>, at time: Date) {
    plans.withLock { $0.insert(plan, for: quote, at: time) }
  }

  func plan(of quote: Identifier<Quote>, at time: Date) -> RidePlanner.Plan? {
    plans.withLock { $0.value(for: quote, at: time) }
  }
}

extension Location {
  /// How far away ``rounded`` is at most, in meters.
  fileprivate static let mostRounded = 240.0

  /// The nearest point of a grid of 0.003 degrees, at most ``mostRounded`` away.
  fileprivate var rounded: Location { rounded(to: 0.003) }
}
