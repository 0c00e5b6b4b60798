import Composition
import Core
import FeatureFlags
import SignedIn
import Terminal

/// The contribution of one feature package to the program; `all` is the only list of features.
struct Feature: Sendable {
  typealias LinkAction = @MainActor @Sendable (CommandContext) async throws -> Void

  typealias LinkScene = @MainActor @Sendable (CommandContext) async throws -> Destination

  /// The commands, in the order of help.
  var commands: @Sendable (AppDependency) -> [Command<CommandContext>] = { _ in [] }
  var links: [LinkDeclaration<LinkAction>] = []
  /// Where some of the links lead in the application.
  var linkScenes: [LinkDeclaration<LinkScene>] = []
  var flags: FlagSet?
  /// Returns what the menu leads to.
  var menu: @MainActor @Sendable (RiderScope) -> [MenuItem] = { _ in [] }
  /// Returns what the line below every screen shows.
  var statusProviders: @MainActor @Sendable (RiderScope) -> [any StatusProvider] = { _ in [] }
  /// Returns a scene of the feature that was open before a session was renewed.
  var reopen: @MainActor @Sendable (RiderScope, RideFlow, AnyHashable) -> Destination? = {
    _, _, _ in nil
  }
  /// Returns what can be done with a ride.
  var rideMenu: @MainActor @Sendable (RiderScope, Ride) -> [MenuItem] = { _, _ in [] }
}

extension [Feature] {
  /// Every feature, in the order of help.
  static let all: [Feature] = [.cloud, .auth, .onboarding, .signedIn, .sharing, .driving]

  /// The implementations that flags choose between.
  var substitutions: [any SubstitutionDeclaration] { compactMap(\.flags).flatMap(\.substitutions) }

  /// The substitutions whose flags are among these, to be compared with their definitions.
  func registry(of flags: [String]) -> SubstitutionRegistry {
    SubstitutionRegistry(substitutions.filter { flags.contains($0.flag) })
  }

  /// The variants that hold in a scope, by flag.
  func variants(in scope: FlagScope) -> [String: String] {
    Dictionary(
      substitutions.map { ($0.flag, $0.variant(in: scope)) },
      uniquingKeysWith: { first, _ in first })
  }
}
