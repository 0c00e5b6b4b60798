import Core
import CoreTesting
import FoundationEssentials

/// The state of the preview's cloud, in which one ride takes a minute.
struct PreviewCloud {
  private static let places = [
    Place(id: Identifier("1"), name: "Opera House", location: .operaHouse, distanceMeters: 770),
    Place(id: Identifier("2"), name: "Apple Store", location: .appleStore, distanceMeters: 550),
  ]

  private var ride: PreviewRide?

  mutating func answer(_ request: CloudRequest) throws -> CloudResponse? {
    switch (request.method, request.path.first, request.path.count) {
    case (.get, "places", 1): try .document(PlaceList(places: places(request.query)))
    case (.get, "nearby-cars", _): try .document(NearbyCarList(cars: PreviewRide.cars))
    case (.get, "ride-options", _): try .document(RideOptionList(options: PreviewRide.options))
    case (.post, "rides", 1): try begin(request.body ?? Data())
    case (.post, "rides", 3): try cancel()
    case (.get, "rides", 1): try .document(RideList(rides: rides))
    case (.get, "rides", 2): try rides.first.map { try .document($0) }
    default: nil
    }
  }

  private var rides: [Ride] { [ride?.ride(at: Date())].compactMap { $0 } }

  private func places(_ query: [String: String]) -> [Place] {
    let name = query["query"]?.lowercased() ?? ""
    let found = Self.places.filter { $0.name.lowercased().contains(name) }
    guard query["ranking"] == PlaceRanking.nearness.rawValue else { return found }
    return found.sorted { ($0.distanceMeters ?? 0) < ($1.distanceMeters ?? 0) }
  }

  private mutating func begin(_ body: Data) throws -> CloudResponse {
    let ride = PreviewRide(
      request: try JSONCoding.decode(RideRequest.self, from: body), requestedAt: Date())
    self.ride = ride
    return try .document(ride.ride(at: Date()), status: 201)
  }

  private mutating func cancel() throws -> CloudResponse? {
    ride?.isCancelled = true
    return try rides.first.map { try .document($0) }
  }
}

/// A ride that is over after a minute.
struct PreviewRide {
  let request: RideRequest
  let requestedAt: Date
  var isCancelled = false

  func ride(at time: Date) -> Ride {
    let seconds = Int(time.timeIntervalSince(requestedAt))
    let state = isCancelled ? .cancelled : Self.state(after: seconds)
    let isAccepted = state != .requested
    let way = [request.pickup.location, request.dropoff.location]
    return Ride(
      id: Identifier("preview"), state: state, request: request, price: Self.price,
      requestedAt: requestedAt,
      car: isAccepted
        ? Car(model: "Toyota Yaris", plate: "KB 42 AA", location: place(after: seconds)) : nil,
      driver: isAccepted ? Driver(name: "Ruby") : nil,
      secondsUntilPickup: seconds < 30 && !state.isEnded ? 30 - seconds : nil,
      secondsUntilDropoff: state.isEnded ? nil : max(0, 60 - seconds), route: way)
  }

  private static func state(after seconds: Int) -> RideState {
    switch seconds {
    case ..<5: .requested
    case ..<20: .accepted
    case ..<30: .arriving
    case ..<35: .arrived
    case ..<60: .onTrip
    default: .completed
    }
  }

  /// The car comes from the south to the pick-up, then drives to the drop-off.
  private func place(after seconds: Int) -> Location {
    let pickup = request.pickup.location
    let away = Double(max(0, 30 - seconds)) * 0.0002
    guard seconds > 35 else { return Location(nearestTo: pickup.latitude - away, pickup.longitude) }
    return pickup.moved(by: Double(seconds - 35) / 25, to: request.dropoff.location)
  }

  private static let price = Money(currency: "AUD", minorUnits: 900)

  static let options = RideOptionKind.allCases.map { kind in
    RideOption(
      id: kind, price: price, secondsUntilPickup: 30, distanceMeters: 1100, durationSeconds: 25,
      quote: Quote(id: Identifier("preview"), expiresAt: .distantFuture))
  }

  static let cars = RideOptionKind.allCases.enumerated().map { number, kind in
    NearbyCar(
      option: kind, location: Location(nearestTo: -33.862 - 0.002 * Double(number), 151.207))
  }
}
