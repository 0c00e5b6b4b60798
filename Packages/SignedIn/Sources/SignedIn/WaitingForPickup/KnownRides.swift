import Core
import Observation

/// The newest known states of a rider's rides: one for the screens, the lists and the status line.
@MainActor @Observable final class KnownRides {
  private var rides: [Identifier<Ride>: Ride] = [:]
  /// The numbers of the requests that the known states answer.
  @ObservationIgnored private var requests: [Identifier<Ride>: Int] = [:]
  @ObservationIgnored private var lastRequest = 0

  nonisolated init() {}

  /// Called after a ride has changed.
  @ObservationIgnored var rideChanged: @MainActor () -> Void = {}
  subscript(id: Identifier<Ride>) -> Ride? { rides[id] }
  func newest(_ ride: Ride) -> Ride { rides[ride.id] ?? ride }

  /// Numbers a request to the cloud, before it is sent.
  func nextRequest() -> Int {
    lastRequest += 1
    return lastRequest
  }

  /// Takes a ride that the cloud has sent, unless one that is known has come further, or as far in
  /// the response to a later request. A ride whose driver has given it back is taken nevertheless.
  ///
  /// - Parameter request: The number of the answered request; `nil` for one that was sent just now, 0
  ///   for one that was sent before all that is known.
  func renew(_ ride: Ride, answering request: Int? = nil) {
    let request = request ?? nextRequest()
    if let known = rides[ride.id] {
      let later = RideState.allCases.drop { $0 != ride.state }.dropFirst()
      // A driver can give a ride back before the rider is in the car: it is looked for again.
      let isGivenBack =
        ride.state == .requested && known.state.isCancellable && request > requests[ride.id] ?? 0
      if later.contains(known.state), !isGivenBack { return }
      if known.state == ride.state, request < requests[ride.id] ?? 0 { return }
    }
    requests[ride.id] = max(request, requests[ride.id] ?? 0)
    set(ride)
  }

  /// Takes the position of a ride that is known to be under way.
  func move(to position: RidePosition) {
    guard let ride = rides[position.ride], !ride.state.isEnded else { return }
    requests[ride.id] = nextRequest()
    set(ride.moved(to: position))
  }

  private func set(_ ride: Ride) {
    // An unchanged state is not set, so that nothing is drawn again.
    guard rides[ride.id] != ride else { return }
    rides[ride.id] = ride
    rideChanged()
  }
}
