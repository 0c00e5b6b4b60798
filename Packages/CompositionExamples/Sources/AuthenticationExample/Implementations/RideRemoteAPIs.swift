/// Meters in one degree of a meridian, on a sphere of the Earth's mean radius.
private let metersPerDegree = 111_195.0

/// Measures along a street grid: north and east distances added.
public final class GridRideRemoteAPI: RideRemoteAPI {
  public let session: UserSession
  private let pickUp: Location

  /// Creates the API of one pick-up.
  public init(session: UserSession, pickUp: Location) {
    self.session = session
    self.pickUp = pickUp
  }

  public func distance(to dropOff: Location) -> Double {
    let north = abs(dropOff.latitude - pickUp.latitude)
    let east = abs(dropOff.longitude - pickUp.longitude)
    return (north + east) * metersPerDegree
  }
}

/// Measures along a straight line on a flat map; good enough within one city near the equator.
public final class StraightRideRemoteAPI: RideRemoteAPI {
  public let session: UserSession
  private let pickUp: Location

  /// Creates the API of one pick-up.
  public init(session: UserSession, pickUp: Location) {
    self.session = session
    self.pickUp = pickUp
  }

  public func distance(to dropOff: Location) -> Double {
    let north = dropOff.latitude - pickUp.latitude
    let east = dropOff.longitude - pickUp.longitude
    return (north * north + east * east).squareRoot() * metersPerDegree
  }
}
