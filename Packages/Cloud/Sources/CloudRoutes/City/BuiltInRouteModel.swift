import CloudDomain
import Core
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

  func localRoute(from start: Location, to end: Location) -> Route {
    // Most trips elsewhere need no city.
    guard BuiltInCity.contains(start), BuiltInCity.contains(end),
      let corners = city?.way(from: start, to: end)
    else { return grid.localRoute(from: start, to: end) }
    return Route(corners: corners, model: Self.name)
  }
}
