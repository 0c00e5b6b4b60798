public import Core
public import FeatureFlags

/// The dependencies of the signed-out scope.
public protocol OnboardingDependencies: Sendable {
  var userSessionRepository: any UserSessionRepository { get }
  /// The flags of this installation.
  var flagScope: FlagScope { get }
  var services: SystemServices { get }
  /// Opens the signed-in scope once there is a session.
  @MainActor var signedInResponder: any SignedInResponder { get }
  /// Opens the signed-out scope when there is none.
  @MainActor var notSignedInResponder: any NotSignedInResponder { get }
}
