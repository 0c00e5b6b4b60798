import Core

/// The request to confirm: the two ends of the trip and the chosen option.
struct RideQuote: Equatable, Sendable {
  let pickup: Waypoint
  let dropoff: Waypoint
  let option: RideOption

  var request: RideRequest {
    RideRequest(pickup: pickup, dropoff: dropoff, option: option.id)
  }
}
