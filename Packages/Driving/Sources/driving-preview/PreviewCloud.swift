import Core
import CoreTesting
import FoundationEssentials

/// The state of the preview's cloud: a driver of whom nothing is known yet, and riders who want a ride.
struct PreviewCloud {
  /// How long a driver waits for an offer, in seconds.
  private static let pause = 3.0
  private static let price = Money(currency: "AUD", minorUnits: 1250)

  private var car: DriverCar?
  private var shift: DriverShift?
  private var offer: RideOffer?
  private var accepted: (offer: RideOffer, state: RideState)?
  private var driven: [DrivenRide] = []
  private var freeSince = Date()
  private var count = 0

  mutating func answer(_ request: CloudRequest) throws -> CloudResponse? {
    let body = request.body ?? Data()
    switch (request.method, request.path.dropFirst().first, request.path.last) {
    case (.get, nil, "driver"): break
    case (.put, nil, "driver"): car = try JSONCoding.decode(DriverCar.self, from: body)
    case (.post, "shift", _): begin(at: try JSONCoding.decode(Location.self, from: body))
    case (.delete, "shift", _): (shift, offer) = (nil, nil)
    case (.put, "position", _):
      changeShift(location: try JSONCoding.decode(Location.self, from: body))
      return nil
    case (.post, "offers", "acceptance"): accept()
    case (.post, "offers", "decline"): withdraw()
    case (.post, "rides", "steps"):
      advance(try JSONCoding.decode(RideAdvance.self, from: body).step)
    case (.post, "rides", "cancellation"): end()
    case (.get, "rides", _): return try .document(DrivenRideList(rides: driven))
    default: return nil
    }
    guard let car else { return try .refusal(.notDriver) }
    renewOffer()
    return try .document(DriverStatus(car: car, shift: shift, offer: offer, ride: ride))
  }

  // MARK: - Shift

  private mutating func begin(at location: Location) {
    shift = DriverShift(startedAt: Date(), location: location, completedRides: 0, earnings: nil)
    freeSince = Date()
  }

  private mutating func changeShift(location: Location? = nil, isPaid: Bool = false) {
    guard let shift else { return }
    let rides = shift.completedRides + (isPaid ? 1 : 0)
    self.shift = DriverShift(
      startedAt: shift.startedAt, location: location ?? shift.location, completedRides: rides,
      earnings: rides == 0
        ? nil : Money(currency: "AUD", minorUnits: Self.price.minorUnits * rides))
  }

  // MARK: - Offers and rides

  private mutating func renewOffer() {
    if let offer, offer.expiresAt < Date() { withdraw() }
    guard shift != nil, offer == nil, accepted == nil,
      Date().timeIntervalSince(freeSince) > Self.pause
    else { return }
    count += 1
    offer = RideOffer(
      id: Identifier("offer-\(count)"), pickup: Waypoint(.operaHouse, name: "Opera House"),
      dropoff: Waypoint(.appleStore, name: "Apple Store"), price: Self.price, secondsToPickup: 120,
      secondsOfTrip: 300, metersOfTrip: 1400, expiresAt: Date() + Double(RideOffer.duration))
  }

  private mutating func withdraw() { (offer, freeSince) = (nil, Date()) }

  private mutating func accept() {
    guard let offer else { return }
    accepted = (offer, .accepted)
    self.offer = nil
  }

  private mutating func advance(_ step: RideAdvance.Step) {
    switch step {
    case .arrive: accepted?.state = .arrived
    case .start: accepted?.state = .onTrip
    case .complete:
      accepted?.state = .completed
      driven = [ride].compactMap { $0 } + driven
      changeShift(isPaid: true)
      end()
    }
  }

  private mutating func end() { (accepted, freeSince) = (nil, Date()) }

  private var ride: DrivenRide? {
    accepted.map { offer, state in
      let ride = Ride(
        id: Identifier("ride-\(count)"), state: state,
        request: RideRequest(pickup: offer.pickup, dropoff: offer.dropoff, option: .wallabee),
        price: offer.price, requestedAt: offer.expiresAt, car: nil, driver: nil,
        secondsUntilPickup: nil, secondsUntilDropoff: nil, route: [.operaHouse, .appleStore],
        approach: [shift?.location ?? .operaHouse, .operaHouse])
      return DrivenRide(ride: ride, rider: "Ada", stars: nil)
    }
  }
}
