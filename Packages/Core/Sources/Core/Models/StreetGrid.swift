internal import Glibc

/// A town's streets, which cross at right angles.
public struct StreetGrid: Hashable, Sendable {
  /// The grid of central Sydney, where George Street runs about ten degrees east of north.
  public static let sydney = StreetGrid(bearing: 10)

  /// The direction of one half of the streets, in degrees clockwise from north; the others run
  /// across.
  public let bearing: Double

  public init(bearing: Double) { self.bearing = bearing }

  /// Returns the corners of the route between two locations, with one turn: first along the bearing,
  /// then across. Both ends are included.
  ///
  /// Around the two locations the globe is taken as flat (an equirectangular projection at their
  /// middle latitude). Within six degrees of a pole, where it is not, the route is straight.
  public func corners(from start: Location, to end: Location) -> [Location] {
    let scale = cos((start.latitude + end.latitude) / 2 * .pi / 180)
    guard scale > 0.1 else { return [start, end] }
    let north = end.latitude - start.latitude
    let east = (end.longitude - start.longitude).remainder(dividingBy: 360) * scale
    // The part of the route that runs along the bearing.
    let direction = (north: cos(bearing * .pi / 180), east: sin(bearing * .pi / 180))
    let along = north * direction.north + east * direction.east
    let turn = Location(
      nearestTo: start.latitude + along * direction.north,
      start.longitude + along * direction.east / scale)
    return turn == start || turn == end ? [start, end] : [start, turn, end]
  }
}
