import Basics
import CloudDomain
import CloudStore
import Core
import FoundationEssentials

/// What riders who drive ask and say.
struct DriverService: Sendable {
  let store: SQLStore
  let clock: any WallClock
  /// Whether the operator approves drivers.
  let needsApproval: Bool
  let map: MapService

  func status(of rider: RiderID) throws -> DriverStatus {
    guard let status = try knownStatus(of: rider) else { throw APIError(.notDriver) }
    return status
  }

  /// Returns the status; `nil` for a rider who has not registered.
  func knownStatus(of rider: RiderID) throws -> DriverStatus? {
    guard let driver = try store.driver(rider) else { return nil }
    let now = clock.now.inWholeMilliseconds
    let active = try store.drivenRides(of: rider, isActive: true, limit: 1).first
    let offer = try store.openOffer(to: rider, now: now)
    if active != nil || offer != nil { store.changes.wakeDispatch() }
    return DriverStatus(
      car: driver.car, shift: try driver.shift.map { try shift($0, of: rider) },
      offer: try offer.map { try rideOffer($0, $1) },
      ride: try active.map { try drivenRide($0, at: now) }, missedOffers: driver.missed,
      obstacle: driver.obstacle(needsApproval: needsApproval), rating: driver.rating)
  }

  /// What is told of an offer: nobody is to learn addresses by inventing positions and declining.
  private func rideOffer(_ offer: OfferRecord, _ ride: RideRecord) throws -> RideOffer {
    let meters = ride.route.meters(aheadOf: ride.route[0])
    return RideOffer(
      id: offer.id, pickup: try map.named(ride.request.pickup.neighborhood, reads: true),
      dropoff: try map.named(ride.request.dropoff.neighborhood, reads: true),
      price: ride.price.roundedForDrivers,
      secondsToPickup: offer.seconds.inWholeMinutes,
      secondsOfTrip: ride.driven?.plan.tripSeconds.inWholeMinutes,
      metersOfTrip: Int((meters / 500).rounded(.up)) * 500, expiresAt: offer.expiresAt)
  }

  private func drivenRide(
    _ driven: (ride: RideRecord, rider: String, stars: Int?), at now: Date
  ) throws -> DrivenRide {
    var ride = driven.ride.rideForDriver(at: now)
    if ride.route.isEmpty {
      ride.request.dropoff = try map.named(ride.request.dropoff, reads: true)
    }
    return DrivenRide(ride: ride, rider: driven.rider.firstName, stars: driven.stars)
  }

  private func shift(_ shift: DriverRecord.Shift, of driver: RiderID) throws -> DriverShift {
    let (count, earnings) = try store.earnings(of: driver, since: shift.since)
    return DriverShift(
      startedAt: shift.since, location: shift.location, completedRides: count, earnings: earnings)
  }

  func register(_ car: DriverCar, of rider: RiderID) throws -> DriverStatus {
    try status(
      of: rider, after: store.register(car.checked, of: rider, now: clock.now.inWholeMilliseconds))
  }

  /// - Parameter address: The network address of the driver's client; `nil` within the process.
  func startShift(
    _ position: DriverPosition, of rider: RiderID, from address: String?
  ) throws -> DriverStatus {
    let network = address.flatMap { IPAddress($0)?.network.description }
    let status = try make(
      .startShift(
        position.checked, network: network, needsApproval: needsApproval,
        isSimulated: position.isSimulated ?? false), by: rider)
    store.changes.wakeDispatch()
    return status
  }

  func endShift(of rider: RiderID) throws -> DriverStatus { try make(.endShift, by: rider) }

  func report(_ position: DriverPosition, of rider: RiderID) throws {
    try require(
      store.apply(
        .report(position.checked, isSimulated: position.isSimulated ?? false), by: rider
      ) { clock.now })
    store.changes.wakeDispatch()
  }

  func accept(_ offer: Identifier<RideOffer>, by rider: RiderID) throws -> DriverStatus {
    let name = try store.profile(of: rider)?.name ?? ""
    return try make(.accept(offer, name: name.firstName), by: rider)
  }

  func advance(
    _ ride: Identifier<Ride>, _ advance: RideAdvance, by rider: RiderID
  ) throws -> DriverStatus {
    let code = advance.code?.trimmingBlanks
    guard code?.utf8.count ?? 4 == 4, code?.utf8.allSatisfy({ (48...57).contains($0) }) ?? true
    else { throw APIError.invalid("code", "The code is not four digits.") }
    return try make(.advance(ride, advance.step, code: code), by: rider)
  }

  /// Makes a step of the driver, and returns the status after it.
  func make(_ event: RideEvent, by rider: RiderID) throws -> DriverStatus {
    try status(of: rider, after: store.apply(event, by: rider) { clock.now })
  }

  func rides(of rider: RiderID, _ page: PageRequest) throws -> DrivenRideList {
    try rides(of: rider, limit: page.checkedLimit)
  }

  func rides(of rider: RiderID, limit: Int) throws -> DrivenRideList {
    let now = clock.now
    let found = try store.drivenRides(of: rider, limit: limit).map { try drivenRide($0, at: now) }
    let former = try store.formerRides(of: rider, limit: limit).map {
      DrivenRide(ride: $0.ride, rider: "", stars: $0.stars)
    }
    // The rider may have deleted the account between the two readings.
    let gone = Set(former.map(\.ride.id))
    let rides = found.filter { !gone.contains($0.ride.id) }
    let all = (rides + former).sorted { $0.ride.requestedAt > $1.ride.requestedAt }
    return DrivenRideList(rides: Array(all.prefix(limit)))
  }

  func rate(_ ride: Identifier<Ride>, _ rating: RideRating, by rider: RiderID) throws {
    guard (1...5).contains(rating.stars) else {
      throw APIError.invalid("stars", "The stars are not in 1...5.")
    }
    try require(store.rate(ride, rating.stars, by: rider, now: clock.now))
  }

  func tip(_ ride: Identifier<Ride>, _ tip: RideTip, by rider: RiderID) throws -> Ride {
    guard (1...RideTip.most).contains(tip.minorUnits) else {
      throw APIError.invalid("minorUnits", "The tip is not in 1...\(RideTip.most).")
    }
    try require(store.tip(ride, tip.minorUnits, by: rider, now: clock.now.inWholeMilliseconds))
    guard let tipped = try store.ride(ride, of: rider) else {
      throw APIError(.noSuchRide(ride))
    }
    return tipped.rideForRider(at: clock.now)
  }

  func block(otherSideOf ride: Identifier<Ride>, by rider: RiderID) throws {
    try require(store.block(otherSideOf: ride, by: rider, now: clock.now.inWholeMilliseconds))
  }

  func unblock(otherSideOf ride: Identifier<Ride>, by rider: RiderID) throws {
    try require(store.unblock(otherSideOf: ride, by: rider))
  }

  /// Returns the status after a change, unless that was refused.
  private func status(of rider: RiderID, after refusal: RideRefusal?) throws -> DriverStatus {
    try require(refusal)
    return try status(of: rider)
  }

  private func require(_ refusal: RideRefusal?) throws(APIError) {
    if let refusal { throw APIError(refusal) }
  }
}

extension DriverCar {
  /// The car with a plate as all plates are written.
  fileprivate var checked: DriverCar {
    get throws(APIError) {
      // Before it is written in capitals, which makes letters of A to Z of others.
      let isASCII = plate.utf8.allSatisfy { $0 < 128 }
      let plate = plate.uppercased().split(separator: " ").joined(separator: " ")
      let marks = plate.filter { !$0.isLetter && !$0.isNumber }
      guard isASCII, marks.allSatisfy({ $0 == " " || $0 == "-" }), marks.count < plate.count,
        (2...Self.longestPlate).contains(plate.utf8.count)
      else {
        throw .invalid(
          "plate", "The plate is not 2 to \(Self.longestPlate) letters A to Z and digits.",
          hint: "Write it as on the car, for example KR 84 YJ.")
      }
      let model = model.trimmingBlanks
      guard !model.isEmpty, model.count <= Self.longestModel,
        model.utf8.count <= 4 * Self.longestModel, !model.containsInvisibleScalars
      else {
        throw .invalid(
          "model", "The model is not 1 to \(Self.longestModel) visible characters.",
          hint: "Write make and model, for example Mazda 2.")
      }
      return DriverCar(plate: plate, model: model, option: option)
    }
  }
}

extension DriverPosition {
  fileprivate var checked: Location {
    get throws(APIError) { try .checked(latitude: latitude, longitude: longitude) }
  }
}
