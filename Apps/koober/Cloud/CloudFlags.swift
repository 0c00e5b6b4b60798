import Cloud
import Core
import FeatureFlags

extension Feature {
  /// The way to the cloud, and the embedded cloud's routes.
  static let cloud = Feature(
    flags: FlagSet(
      document: PackageResources.cloud_flags_json,
      substitutions: [cloudTransportMaker, routeModel]))
}

/// Whether the cloud runs in this process or on the network.
let cloudTransportMaker = Substitution<@Sendable (CloudAccess) -> any CloudTransport>(
  flag: "cloud-transport", default: "embedded", product: { $0.makeEmbeddedTransport() },
  alternatives: ["http": { $0.makeHTTPTransport() }])

/// How distances become prices and times.
let routeModel = Substitution<any RouteModel>(
  flag: "route-model", default: "street-grid", { StreetGridRouteModel() },
  alternatives: ["straight-line": { StraightLineRouteModel() }])
