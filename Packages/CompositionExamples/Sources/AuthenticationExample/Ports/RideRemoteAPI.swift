/// The cloud's rides, for one rider at one pick-up point.
public protocol RideRemoteAPI: AnyObject, Sendable {
  /// The session that the requests are made with.
  var session: UserSession { get }
  /// Returns the distance to another point in meters, by this implementation's own measure.
  func distance(to dropOff: Location) -> Double
}

/// Which implementation of ``RideRemoteAPI`` a pick-up is given.
public enum RideRemoteAPIVariant: Sendable, CaseIterable {
  /// Measures along a street grid.
  case grid
  /// Measures along a straight line.
  case straight
}
