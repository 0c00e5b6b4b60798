public import Core

/// How a car gets from one point to another.
public protocol RouteModel: Sendable {
  /// Returns the way between two points; the same for the same points.
  func route(from start: Location, to end: Location) -> Route
}

/// A way for a car.
public struct Route: Equatable, Sendable {
  /// The points where the way turns, start and end included; never empty.
  public let corners: [Location]

  /// Creates a way through two or more points.
  public init(from start: Location, via corners: [Location] = [], to end: Location) {
    self.corners = [start] + corners + [end]
  }

  /// The length in meters, each leg along its great circle.
  public var distance: Double {
    zip(corners, corners.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }
}

/// Routes straight to the destination, along the great circle.
public struct StraightLineRouteModel: RouteModel {
  public init() {}

  public func route(from start: Location, to end: Location) -> Route {
    Route(from: start, to: end)
  }
}

/// Routes along the streets of a grid, with one turn: the Manhattan distance, each leg measured on
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
