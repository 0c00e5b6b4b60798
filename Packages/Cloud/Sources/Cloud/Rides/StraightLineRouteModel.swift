public import Core

/// Goes straight to the goal, along the great circle.
public struct StraightLineRouteModel: RouteModel {
  /// Creates the model.
  public init() {}

  public func route(from start: Location, to end: Location) -> Route {
    Route(from: start, to: end)
  }
}
