import Core

/// What the rider is about to confirm: the two ends of the trip and the chosen ride.
struct RideQuote: Equatable, Sendable {
  let pickup: Waypoint
  let dropoff: Waypoint
  let option: RideOption

  var request: RideRequest {
    RideRequest(pickup: pickup, dropoff: dropoff, option: option.id)
  }
}
