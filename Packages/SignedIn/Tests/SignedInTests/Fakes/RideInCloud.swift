import Core
import CoreTesting
import Synchronization

/// The ride of a cloud, or none, whose state the test sets.
final class RideInCloud: Sendable {
  private let ride: Mutex<Ride?>

  init(_ ride: Ride? = nil) { self.ride = Mutex(ride) }

  /// Lets time pass for the ride.
  func show(_ newest: Ride) { ride.withLock { $0 = newest } }

  /// A cloud with the ride; there are cars.
  var cloud: RoutedCloudTransport {
    RoutedCloudTransport { [self] request in
      let ride = ride.withLock(\.self)
      return switch (request.method, request.path.first, request.path.count) {
      case (.get, "nearby-cars", _): try .document(NearbyCarList(cars: NearbyCar.samples))
      case (.get, "rides", 1): try .document(RideList(rides: [ride].compactMap { $0 }))
      case (.get, "rides", 2) where request.path[1] == "current" && ride?.state.isEnded == true:
        nil
      case (.get, "rides", 2): try ride.map { try .document($0) }
      default: nil
      }
    }
  }
}
