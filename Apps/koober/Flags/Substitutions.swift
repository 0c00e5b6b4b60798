import Auth
import Cloud
import Core
import FeatureFlags
import Onboarding
import SignedIn

/// The implementations that flags choose between, one of each for a scope.
struct Substitutions: Sendable {
  typealias CloudTransportFactory = @Sendable (CloudAccess) -> any CloudTransport

  let userSessionStore = Substitution<UserSessionStorage.Kind>(
    flag: "user-session-store", default: "file", product: .file,
    alternatives: ["memory": .memory])

  let cloudTransport = Substitution<CloudTransportFactory>(
    flag: "cloud-transport", default: "embedded", product: { $0.makeEmbeddedTransport() },
    alternatives: ["http": { $0.makeHTTPTransport() }])

  let signUpOrder = Substitution<any SignUpOrder>(
    flag: "onboarding-order", default: "name-first", { NameFirstOrder() },
    alternatives: ["email-first": { EmailFirstOrder() }])

  let routeModel = Substitution<any RouteModel>(
    flag: "route-model", default: "street-grid", { StreetGridRouteModel() },
    alternatives: ["straight-line": { StraightLineRouteModel() }])

  let dropoffRanking = Substitution<any DropoffRanking>(
    flag: "dropoff-ranking", default: "match", { MatchFirstRanking() },
    alternatives: ["nearness": { NearnessFirstRanking() }])

  let rideOptionsLayout = Substitution<any RideOptionsLayout>(
    flag: "ride-options-layout", default: "table", { TableRideOptionsLayout() },
    alternatives: ["cards": { CardRideOptionsLayout() }])

  /// All of them, to be compared with flag definitions.
  var registry: SubstitutionRegistry {
    SubstitutionRegistry(all)
  }

  /// Those whose flags are among these.
  func registry(of flags: [String]) -> SubstitutionRegistry {
    SubstitutionRegistry(all.filter { flags.contains($0.flag) })
  }

  /// The variants that hold in a scope.
  func variants(in scope: FlagScope) -> [String: String] {
    [
      userSessionStore.flag: userSessionStore.variant(in: scope),
      cloudTransport.flag: cloudTransport.variant(in: scope),
      signUpOrder.flag: signUpOrder.variant(in: scope),
      routeModel.flag: routeModel.variant(in: scope),
      dropoffRanking.flag: dropoffRanking.variant(in: scope),
      rideOptionsLayout.flag: rideOptionsLayout.variant(in: scope),
    ].merging([Feature].all.variants(in: scope)) { first, _ in first }
  }

  private var all: [any SubstitutionDeclaring] {
    [
      userSessionStore, cloudTransport, signUpOrder, routeModel, dropoffRanking, rideOptionsLayout,
    ] + [Feature].all.substitutions
  }
}
