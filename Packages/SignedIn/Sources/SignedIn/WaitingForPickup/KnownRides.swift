import Core
import Observation
import Terminal

/// The newest known states of a rider's rides: one for the screens, the lists and the status line.
@MainActor
@Observable
final class KnownRides {
  private var rides: [Identifier<Ride>: Ride] = [:]

  /// Told after a ride has changed.
  @ObservationIgnored var rideChanged: @MainActor () -> Void = {}

  subscript(id: Identifier<Ride>) -> Ride? { rides[id] }

  /// The newest state of a ride.
  func newest(_ ride: Ride) -> Ride { rides[ride.id] ?? ride }

  /// Takes a state that the cloud has sent, unless a newer response has overtaken it.
  func renew(_ ride: Ride) {
    let later = RideState.allCases.drop { $0 != ride.state }.dropFirst()
    // An unchanged state is not set, so that nothing is drawn again.
    if let known = rides[ride.id], known == ride || later.contains(known.state) { return }
    rides[ride.id] = ride
    rideChanged()
  }
}

extension Navigator {
  /// The rides that the status line follows.
  var knownRides: KnownRides {
    statusProvider(CurrentRideViewModel.self)?.knownRides ?? KnownRides()
  }
}
