import Cloud
import Core
import FeatureFlags

/// The route model that a scope's flag chooses; the exposure is recorded when a route is planned.
struct ScopedRouteModel: RouteModel {
  let flagScope: FlagScope

  func route(from start: Location, to end: Location) -> Route {
    routeModel.make(in: flagScope).route(from: start, to: end)
  }
}
