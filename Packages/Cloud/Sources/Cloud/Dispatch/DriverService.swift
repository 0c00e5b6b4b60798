import Basics
import CloudDomain
import Core
import FoundationEssentials

/// What riders who drive ask and say.
struct DriverService: Sendable {
  let store: SQLStore
  let clock: any WallClock

  func status(of rider: RiderID) throws -> DriverStatus {
    guard let status = try knownStatus(of: rider) else { throw APIError.notDriver }
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
      offer: offer.map { offer, ride in
        RideOffer(
          id: offer.id, pickup: ride.request.pickup, dropoff: ride.request.dropoff,
          price: ride.price, secondsToPickup: offer.seconds, approach: offer.approach,
          route: ride.route, expiresAt: offer.expiresAt)
      },
      ride: active.map { drivenRide($0, at: now) })
  }

  private func drivenRide(
    _ driven: (ride: RideRecord, rider: String, stars: Int?), at now: Date
  ) -> DrivenRide {
    DrivenRide(ride: driven.ride.ride(at: now), rider: driven.rider.firstName, stars: driven.stars)
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

  func startShift(_ position: DriverPosition, of rider: RiderID) throws -> DriverStatus {
    let location = try position.checked
    // An open shift goes on: nobody is elsewhere at once by opening it again.
    if try store.driver(rider)?.shift != nil {
      try report(position, of: rider)
    } else {
      try require(store.startShift(of: rider, at: location, now: clock.now.inWholeMilliseconds))
    }
    return try status(of: rider)
  }

  func endShift(of rider: RiderID) throws -> DriverStatus {
    try status(of: rider, after: store.endShift(of: rider, now: clock.now.inWholeMilliseconds))
  }

  func report(_ position: DriverPosition, of rider: RiderID) throws {
    try require(store.report(position.checked, of: rider) { clock.now })
  }

  func accept(_ offer: Identifier<RideOffer>, by rider: RiderID) throws -> DriverStatus {
    guard let driver = try store.driver(rider) else { throw APIError.noSuchOffer(offer) }
    let name = try store.profile(of: rider)?.name ?? ""
    return try status(
      of: rider, after: store.accept(offer, by: driver, name: name.firstName) { clock.now })
  }

  func decline(_ offer: Identifier<RideOffer>, by rider: RiderID) throws -> DriverStatus {
    try status(of: rider, after: store.decline(offer, by: rider) { clock.now })
  }

  func advance(
    _ ride: Identifier<Ride>, _ step: RideAdvance.Step, by rider: RiderID
  ) throws -> DriverStatus {
    try status(of: rider, after: store.advance(ride, step, by: rider) { clock.now })
  }

  func abandon(
    _ ride: Identifier<Ride>, _ reason: RideAbandonment.Reason, by rider: RiderID
  ) throws -> DriverStatus {
    try status(of: rider, after: store.abandon(ride, reason, by: rider) { clock.now })
  }

  func rides(of rider: RiderID, _ page: PageRequest) throws -> DrivenRideList {
    try rides(of: rider, limit: page.checkedLimit)
  }

  func rides(of rider: RiderID, limit: Int) throws -> DrivenRideList {
    let now = clock.now
    return DrivenRideList(
      rides: try store.drivenRides(of: rider, limit: limit).map { drivenRide($0, at: now) })
  }

  func rate(_ ride: Identifier<Ride>, _ rating: RideRating, by rider: RiderID) throws {
    guard (1...5).contains(rating.stars) else {
      throw APIError.invalid("stars", "The stars are not in 1...5.")
    }
    try require(store.rate(ride, rating.stars, by: rider, now: clock.now))
  }

  /// Returns the status after a change, unless that was refused.
  private func status(of rider: RiderID, after refusal: APIError?) throws -> DriverStatus {
    try require(refusal)
    return try status(of: rider)
  }

  private func require(_ refusal: APIError?) throws(APIError) {
    if let refusal { throw refusal }
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

extension APIError {
  static let notDriver = APIError(
    .notDriver, message: "You are not registered as a driver.", hint: "Register your car first.")

  static func plateTaken(_ plate: String) -> APIError {
    APIError(
      .plateTaken, message: "Another driver has registered the plate '\(plate)'.",
      hint: "Check the plate.", field: "plate")
  }

  static let shiftOpen = APIError(
    .shiftOpen, message: "A shift is open.", hint: "End it before you change the car.")

  static let noShift = APIError(.noShift, message: "No shift is open.", hint: "Start one first.")

  static let stillDriving = APIError(
    .rideUnderway, message: "A ride of yours is under way.",
    hint: "Complete it, or give it back first.")

  static let ownRideUnderway = APIError(
    .rideUnderway, message: "A ride that you have requested is under way.",
    hint: "Cancel it, or wait until it ends.")

  static func noSuchOffer(_ id: Identifier<RideOffer>) -> APIError {
    .notFound("offer", id.rawValue, hint: "Look at your status.")
  }

  static let offerClosed = APIError(
    .offerClosed, message: "The offer is not open any more.", hint: "Wait for the next one.")

  static func jump(_ meters: Double, seconds: Double) -> APIError {
    .invalid(
      "latitude",
      "That is \(Int(meters / 1000)) km from where you were \(Int(seconds)) s ago.",
      hint: "End the shift, and start one where you are.")
  }

  static func tooFarFromPickup(_ meters: Double) -> APIError {
    APIError(
      .wrongStep, message: "The pick-up is \(Int(meters)) m away.",
      hint: "Be within \(Int(DispatchRules.arrivalDistance)) m of it.")
  }

  static func wrongStep(_ step: RideAdvance.Step, _ state: RideState) -> APIError {
    let order = RideAdvance.Step.allCases.map(\.rawValue).joined(separator: ", ")
    return APIError(
      .wrongStep,
      message: "'\(step.rawValue)' is not the next step of a ride that is \(state.name).",
      hint: "The steps are \(order).")
  }

  static let alreadyStarted = APIError(
    .wrongStep, message: "The ride has started or ended.",
    hint: "A ride can be given back until its start.")

  static func tooEarlyForNoShow(_ waited: Double) -> APIError {
    let minutes = Int(DispatchRules.noShow / 60)
    return APIError(
      .wrongStep,
      message: waited < 0
        ? "You have not arrived." : "You have waited \(Int(waited)) s for the rider.",
      hint: "Wait \(minutes) minutes at the pick-up.")
  }

  static func simulated(_ ride: RideRecord) -> APIError {
    APIError(
      .wrongStep, message: "The ride '\(ride.id)' was simulated and had no driver to rate.",
      hint: "Rate rides with real drivers.")
  }

  static func notCompleted(_ ride: RideRecord) -> APIError {
    APIError(
      .wrongStep, message: "The ride '\(ride.id)' is not completed.",
      hint: "Rate it when it has been completed.")
  }

  static let alreadyRated = APIError(
    .rated, message: "You have rated this ride.", hint: "A ride is rated once.")
}
