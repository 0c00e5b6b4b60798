import Composition
import Core
import FeatureFlags
import Terminal

/// The contribution of one feature package to the program; `all` is the only list of features.
struct Feature: Sendable {
  /// Shows what a link leads to.
  typealias LinkAction = @MainActor @Sendable (CommandContext) async throws -> Void

  /// The commands, in the order of help.
  var commands: @Sendable (AppDependency) -> [Command<CommandContext>] = { _ in [] }
  var links: [LinkDeclaration<LinkAction>] = []
  var flags: FlagSet?
  /// What the menu of every screen leads to.
  var menu: [MenuItem] = []
  /// What can be done with a ride.
  var rideMenu: [RideMenuItem] = []
}

/// An entry of the menu, and the screens that it leads to.
struct MenuItem: Sendable {
  /// Shows the screens; returns whether the rider wants to see the profile over them, after which
  /// they go on where they were.
  typealias Visit = @MainActor (any Terminal) async throws -> Bool

  let entry: MenuEntry
  let makeVisit: @MainActor @Sendable (RiderContainer) -> Visit

  /// Visits a screen.
  @MainActor
  static func visit<Outcome>(
    _ screen: some Screen<Outcome>, wantsProfile: @escaping @MainActor (Outcome) -> Bool
  ) -> Visit {
    { terminal in wantsProfile(try await screen.run(on: terminal)) }
  }
}

/// An entry of a ride's menu, and the screens that it leads to.
struct RideMenuItem: Sendable {
  let entry: MenuEntry
  let makeVisit: @MainActor @Sendable (RiderContainer, Ride) -> MenuItem.Visit
}

extension [Feature] {
  /// Every feature, in the order of help.
  static let all: [Feature] = [.cloud, .auth, .onboarding, .signedIn, .sharing]

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
