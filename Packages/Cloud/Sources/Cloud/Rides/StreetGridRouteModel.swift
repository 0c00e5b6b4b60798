public import Core
import Glibc

/// Goes along the streets of a rectangular grid, with one turn: the Manhattan distance.
///
/// The streets of one direction run at a bearing, the others across. Around the two points the
/// globe is taken as flat (an equirectangular projection at their middle latitude), which places
/// the turn; the legs are then measured on the globe. Within six degrees of a pole, where the globe
/// is not flat in this sense, the way is straight.
public struct StreetGridRouteModel: RouteModel {
  /// The direction of one half of the streets, in degrees clockwise from north.
  public let bearing: Double

  /// Creates a grid; without a bearing it is that of central Sydney, where George Street runs
  /// about ten degrees east of north.
  public init(bearing: Double = 10) {
    self.bearing = bearing
  }

  public func route(from start: Location, to end: Location) -> Route {
    let scale = cos((start.latitude + end.latitude) / 2 * .pi / 180)
    guard scale > 0.1 else { return Route(from: start, to: end) }
    let north = end.latitude - start.latitude
    let east = (end.longitude - start.longitude).remainder(dividingBy: 360) * scale
    // The part of the way that runs along the bearing.
    let direction = (north: cos(bearing * .pi / 180), east: sin(bearing * .pi / 180))
    let along = north * direction.north + east * direction.east
    let turn = Location(
      nearestTo: start.latitude + along * direction.north,
      start.longitude + along * direction.east / scale)
    return Route(from: start, via: turn == start || turn == end ? [] : [turn], to: end)
  }
}
