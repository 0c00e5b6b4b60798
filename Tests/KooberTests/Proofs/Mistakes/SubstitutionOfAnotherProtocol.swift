import Cloud
import CloudRoutes
import Core
import FeatureFlags

@testable import SignedIn

#if MISTAKE
  typealias DefaultModel = CardRideOptionsLayout
#else
  typealias DefaultModel = StreetGridRouteModel
#endif

let routeModel = Substitution<any RouteModel>(
  flag: "route-model", default: "street-grid", { DefaultModel() },
  alternatives: ["straight-line": { StraightLineRouteModel() }])
