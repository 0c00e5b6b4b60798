import CloudDomain
public import Core
import Synchronization

/// Routes along the streets of the built-in city and, elsewhere, along a grid of streets that covers
/// the globe.
public final class BuiltInRouteModel: RouteModel, LocalRouteModel {
  /// The name of the model in the city; elsewhere it is that of the grid.
  static let name = "city"

  private let grid = StreetGridRouteModel()
  private let known = Mutex<BuiltInCity?>(nil)

  public init() {}

  /// The city, read when it is needed.
  public var city: BuiltInCity? {
    known.withLock { known in
      if known == nil { known = BuiltInCity() }
      return known
    }
  }

  /// One search from the point finds the ways of all cars of the city.
  public func approaches(
    from cars: [Location], to point: Location
  ) async throws(RouteError) -> [Approach?] {
    guard BuiltInCity.contains(point), let city else {
      return cars.map { Approach(grid.localRoute(from: $0, to: point)) }
    }
    return zip(cars, city.ways(from: cars, to: point)).map { car, way in
      Approach(
        way.map { Route(corners: $0, model: Self.name) }
          ?? grid.localRoute(from: car, to: point))
    }
  }

  func localRoute(from start: Location, to end: Location) -> Route {
    // Most trips elsewhere need no city.
    guard BuiltInCity.contains(start), BuiltInCity.contains(end),
      let corners = city?.way(from: start, to: end)
    else { return grid.localRoute(from: start, to: end) }
    return Route(corners: corners, model: Self.name)
  }
}
