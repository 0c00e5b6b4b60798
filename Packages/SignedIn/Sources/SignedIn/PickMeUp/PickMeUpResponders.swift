import Core

/// Called with the chosen drop-off.
@MainActor
protocol DropoffSelectedResponder: AnyObject {
  func dropoffSelected(_ dropoff: Waypoint)
}

/// Told which ride the rider chose.
@MainActor
protocol RideOptionSelectedResponder: AnyObject {
  func rideOptionSelected(_ option: RideOption)
}
