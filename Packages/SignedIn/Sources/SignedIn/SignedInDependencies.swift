public import Core
public import FeatureFlags
public import Terminal

/// What the signed-in scope needs from the app.
public protocol SignedInDependencies: Sendable {
  var cloudClient: CloudClient { get }
  var userSessionRepository: any UserSessionRepository { get }
  /// Finds out where the rider is.
  var locator: any Locator { get }
  /// The flags of the rider.
  var flagScope: FlagScope { get }
  var services: SystemServices { get }
  /// The other features that a rider can go to from each screen.
  var menu: [MenuEntry] { get }
  /// What other features offer to do with a ride.
  var rideMenu: [MenuEntry] { get }
  /// Closes the signed-in scope after a sign-out.
  @MainActor var notSignedInResponder: any NotSignedInResponder { get }
}
