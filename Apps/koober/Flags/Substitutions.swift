import Auth
import Cloud
import FeatureFlags
import Sharing
import SignedIn
import Terminal

/// The implementations that flags choose between, one of each for a scope.
struct Substitutions: Sendable {
  typealias NotificationServiceFactory =
    @Sendable @MainActor (any Terminal, _ isSilent: Bool) -> any NotificationService

  let userSessionStore = Substitution<UserSessionStorage.Kind>(
    flag: "user-session-store", default: "file", product: .file,
    alternatives: ["memory": .memory])

  let routeModel = Substitution<any RouteModel>(
    flag: "route-model", default: "street-grid", { StreetGridRouteModel() },
    alternatives: ["straight-line": { StraightLineRouteModel() }])

  let dropoffRanking = Substitution<any DropoffRanking>(
    flag: "dropoff-ranking", default: "match", { MatchFirstRanking() },
    alternatives: ["nearness": { NearnessFirstRanking() }])

  let rideOptionsLayout = Substitution<any RideOptionsLayout>(
    flag: "ride-options-layout", default: "table", { TableRideOptionsLayout() },
    alternatives: ["cards": { CardRideOptionsLayout() }])

  let notificationService = Substitution<NotificationServiceFactory>(
    flag: "notification-service", default: "line",
    product: { TerminalNotificationService(terminal: $0, isSilent: $1) },
    alternatives: ["banner": { BannerNotificationService(terminal: $0, isSilent: $1) }])

  /// All of them, to be compared with flag definitions.
  var registry: SubstitutionRegistry {
    SubstitutionRegistry(all)
  }

  /// The variants that hold in a scope.
  func variants(in scope: FlagScope) -> [String: String] {
    [
      userSessionStore.flag: userSessionStore.variant(in: scope),
      routeModel.flag: routeModel.variant(in: scope),
      dropoffRanking.flag: dropoffRanking.variant(in: scope),
      rideOptionsLayout.flag: rideOptionsLayout.variant(in: scope),
      notificationService.flag: notificationService.variant(in: scope),
    ]
  }

  private var all: [any SubstitutionDeclaring] {
    [userSessionStore, routeModel, dropoffRanking, rideOptionsLayout, notificationService]
  }
}
