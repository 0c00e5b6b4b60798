import Core
import CoreTesting

@testable import SignedIn

/// A cloud with one ride, or none, whose state the test sets; there are places and cars.
actor RideCloud: RequestTransport {
  private var ride: Ride?

  init(ride: Ride? = nil) {
    self.ride = ride
  }

  /// Lets time pass for the ride.
  func show(_ ride: Ride) {
    self.ride = ride
  }

  func send(_ request: CloudRequest) throws(CloudTransportError) -> CloudResponse {
    do {
      return try answer(request)
    } catch {
      throw .unreachable(reason: "\(error)")
    }
  }

  private func answer(_ request: CloudRequest) throws -> CloudResponse {
    switch (request.method, request.path.first, request.path.count) {
    case (.get, "nearby-cars", _): try .document(NearbyCarList(cars: NearbyCar.samples))
    case (.get, "map", _): try .document(MapTile())
    case (.get, "rides", 1): try .document(RideList(rides: [ride].compactMap { $0 }))
    case (.get, "rides", 2) where request.path[1] == "current" && ride?.state.isEnded == true:
      try .refusal(.notFound)
    case (.get, "rides", 2): try ride.map { try .document($0) } ?? .refusal(.notFound)
    default: try .refusal(.noSuchEndpoint)
    }
  }
}
