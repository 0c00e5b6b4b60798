import Core
import CoreTesting
import FoundationEssentials
import Synchronization

@testable import Driving

/// A cloud with one driver, whose status requests and the test change.
actor DriverCloud: RequestTransport {
  private(set) var requests: [CloudRequest] = []
  private var status: DriverStatus?
  private var history = DrivenRideList.sample
  private var refusal: ErrorResponse.Code?
  private var positionRefusal: ErrorResponse.Code?

  /// - Parameter status: `nil` for a rider who has not registered.
  init(_ status: DriverStatus?) { self.status = status }

  /// The methods and paths of the requests, such as "get driver".
  var lines: [String] { requests.map(\.line) }

  /// Lets something happen to the driver.
  func show(_ status: DriverStatus, history: [DrivenRide] = []) {
    (self.status, self.history) = (status, DrivenRideList(rides: history))
  }

  /// Refuses the next change.
  func refuseNext(_ code: ErrorResponse.Code) { refusal = code }

  /// Refuses each position; `nil` takes them again.
  func refusePositions(_ code: ErrorResponse.Code?) { positionRefusal = code }

  func send(_ request: CloudRequest) throws(CloudTransportError) -> CloudResponse {
    requests.append(request)
    do {
      return try answer(request)
    } catch {
      throw .unreachable(reason: "\(error)")
    }
  }

  private func answer(_ request: CloudRequest) throws -> CloudResponse {
    if let refusal, request.method != .get, request.line != "put driver/position" {
      self.refusal = nil
      return try .refusal(refusal)
    }
    if let positionRefusal, request.line == "put driver/position" {
      return try .refusal(positionRefusal)
    }
    if request.line == "get driver/rides" { return try .document(history) }
    if let other = try CloudResponse.driving(request) { return other }
    if let newest = try DriverStatus(after: request) { status = newest }
    return try status.map { try .document($0) } ?? .refusal(.notDriver)
  }
}

extension RoutedCloudTransport {
  /// A cloud that offers a ride to a driver each time it is asked, but from the arrival to the completion.
  static var driving: RoutedCloudTransport {
    let trip = Mutex<DriverStatus?>(nil)
    return RoutedCloudTransport { request in
      if let other = try CloudResponse.driving(request) { return other }
      let next = try DriverStatus(after: request)
      if let state = next?.ride?.ride.state {
        trip.withLock { $0 = state == .arrived || state == .onTrip ? next : nil }
      } else if next != nil {
        trip.withLock { $0 = nil }
      }
      return try .document(next ?? trip.withLock(\.self) ?? .offered)
    }
  }
}

extension CloudRequest {
  /// The method and the path.
  var line: String { "\(method) \(path.joined(separator: "/"))" }
}

extension CloudResponse {
  /// The answer to a request that is not answered with a status; `nil` for another one.
  fileprivate static func driving(_ request: CloudRequest) throws -> CloudResponse? {
    switch request.line {
    case "put driver/position", "put rides/ride-1/rating", "put rides/ride-1/block",
      "delete rides/ride-1/block":
      try .document(Empty())
    case "get driver/rides": try .document(DrivenRideList.sample)
    case let line where line.hasPrefix("get map/"): try .document(MapTile())
    default: nil
    }
  }
}

extension DriverStatus {
  /// The status after a request that changes it; `nil` for another one.
  fileprivate init?(after request: CloudRequest) throws {
    let body = request.body ?? Data()
    switch request.line {
    case "put driver":
      let car = try JSONCoding.decode(DriverCar.self, from: body)
      self.init(car: car, shift: nil, offer: nil, ride: nil)
    case "delete driver/shift": self = .offline
    case "post driver/shift", "post driver/offers/offer-1/decline",
      "post driver/rides/ride-1/cancellation":
      self = .waiting
    case "post driver/offers/offer-1/acceptance": self = .driving(.accepted)
    case "post driver/rides/ride-1/steps":
      switch try JSONCoding.decode(RideAdvance.self, from: body).step {
      case .arrive: self = .driving(.arrived)
      case .start: self = .driving(.onTrip)
      case .complete: self = .paid
      }
    default: return nil
    }
  }

  static let offline = DriverStatus(car: .sample, shift: nil, offer: nil, ride: nil)
  static let waiting = DriverStatus(car: .sample, shift: .sample(), offer: nil, ride: nil)
  static let offered = DriverStatus(car: .sample, shift: .sample(), offer: .sample, ride: nil)
  /// After one ride.
  static let paid = DriverStatus(
    car: .sample, shift: .sample(rides: 1), offer: nil, ride: nil)

  /// On the way with a ride in a state.
  static func driving(_ state: RideState) -> DriverStatus {
    DriverStatus(car: .sample, shift: .sample(), offer: nil, ride: .sample(state))
  }
}

extension DriverCar {
  static let sample = DriverCar(plate: "KBR 042", model: "Toyota Camry", option: .wallabee)
}

extension DriverShift {
  /// A shift that began where riders are taken to be.
  static func sample(rides: Int = 0) -> DriverShift {
    DriverShift(
      startedAt: Ride.sample().requestedAt, location: .defaultLocation, completedRides: rides,
      earnings: rides == 0 ? nil : Ride.sample().price)
  }
}

extension RideOffer {
  /// A trip from the Opera House to the Apple Store, offered at the beginning of 2026.
  static let sample = RideOffer(
    id: Identifier("offer-1"), pickup: Ride.sample().pickup, dropoff: Ride.sample().dropoff,
    price: Ride.sample().price, secondsToPickup: 120, secondsOfTrip: 300, metersOfTrip: 1400,
    expiresAt: Ride.sample().requestedAt + Double(RideOffer.duration))
}

extension DrivenRide {
  /// A ride of Ada's in a state.
  static func sample(
    _ state: RideState, _ cancellation: RideCancellation? = nil, id: String = "ride-1"
  ) -> DrivenRide {
    DrivenRide(
      ride: .sample(id: id, state: state, secondsUntilPickup: nil, cancellation: cancellation),
      rider: "Ada", stars: nil)
  }
}

extension DrivenRideList {
  /// A completed ride and a cancelled one.
  static let sample = DrivenRideList(
    rides: [.sample(.completed), .sample(.cancelled, id: "ride-0")])
}
