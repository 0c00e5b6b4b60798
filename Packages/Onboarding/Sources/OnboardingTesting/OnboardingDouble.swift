public import Core
public import CoreTesting
public import FeatureFlags
public import Onboarding

/// The dependencies of the signed-out scope for tests and previews, with a repository in memory.
///
/// Each member can be replaced.
public struct OnboardingDouble: OnboardingDependencies {
  public var userSessionRepository: any UserSessionRepository = FakeUserSessionRepository()
  public var flagScope: FlagScope
  public var services: SystemServices
  /// Both responders.
  public var responder: any SignedInResponder & NotSignedInResponder & Sendable
  public var signedInResponder: any SignedInResponder { responder }
  public var notSignedInResponder: any NotSignedInResponder { responder }

  public init(
    responder: any SignedInResponder & NotSignedInResponder & Sendable, flagScope: FlagScope,
    services: SystemServices = .standingStill()
  ) {
    self.responder = responder
    (self.flagScope, self.services) = (flagScope, services)
  }
}
