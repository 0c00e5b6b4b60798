public import Composition
public import Core

/// What the signed-in scope needs from whoever creates it.
public protocol SignedInDependencies: Sendable {
  var cloudClient: CloudClient { get }
  var userSessionRepository: any UserSessionRepository { get }
  var locator: any Locator { get }
  var wallClock: any WallClock { get }
  /// Measures the time between two pictures of what moves on a screen.
  var screenClock: any Clock<Duration> { get }
  var randomBytes: any RandomBytes { get }
  /// Told of the scopes that live, in debug builds.
  var lifetimeMonitor: LifetimeMonitor { get }
  /// What comes first when the rider looks for a drop-off.
  var dropoffRanking: any DropoffRanking { get }
  /// How the kinds of ride are laid out; asked for when there are some to show.
  var rideOptionsLayout: any RideOptionsLayout { get }
  /// Who closes the signed-in scope after a sign-out.
  @MainActor var notSignedInResponder: any NotSignedInResponder { get }
}
