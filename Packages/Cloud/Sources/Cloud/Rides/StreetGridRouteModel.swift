public import Core

/// Goes along the streets of a grid, with one turn: the Manhattan distance, each leg measured on
/// the globe.
public struct StreetGridRouteModel: RouteModel {
  private let streets: StreetGrid

  /// Creates a model of streets with a bearing, in degrees clockwise from north.
  public init(bearing: Double = StreetGrid.sydney.bearing) {
    streets = StreetGrid(bearing: bearing)
  }

  public func route(from start: Location, to end: Location) -> Route {
    let corners = streets.corners(from: start, to: end)
    return Route(from: start, via: Array(corners.dropFirst().dropLast()), to: end)
  }
}
