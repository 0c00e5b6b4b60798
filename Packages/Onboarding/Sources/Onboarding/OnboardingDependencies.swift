public import Composition
public import Core

/// What the signed-out scope needs from whoever creates it.
public protocol OnboardingDependencies: Sendable {
  var userSessionRepository: any UserSessionRepository { get }
  /// The order in which the sign-up asks; asked for when a sign-up begins.
  var signUpOrder: any SignUpOrder { get }
  /// Measures the time between two pictures of what moves on a screen.
  var screenClock: any Clock<Duration> { get }
  /// Told of the scopes that live, in debug builds.
  var lifetimeMonitor: LifetimeMonitor { get }
  /// Who opens the signed-in scope once there is a session.
  @MainActor var signedInResponder: any SignedInResponder { get }
  /// Who opens the signed-out scope when there is none.
  @MainActor var notSignedInResponder: any NotSignedInResponder { get }
}
