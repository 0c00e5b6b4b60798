public import Core

/// What the rider is about to confirm: the two ends of the trip and the chosen ride.
public struct RideQuote: Equatable, Sendable {
  public let pickup: Waypoint
  public let dropoff: Waypoint
  public let option: RideOption

  var request: RideRequest {
    RideRequest(pickup: pickup, dropoff: dropoff, option: option.id)
  }
}
