import Core
import CoreTesting
import FeatureFlags

@testable import Onboarding

/// What a test gives to the signed-out scope: the built-in flags hold, and no time passes.
struct TestDependencies: OnboardingDependencies {
  let userSessionRepository: any UserSessionRepository
  let responder: RecordingResponder
  let flagScope: FlagScope
  let services: SystemServices
  var signedInResponder: any SignedInResponder { responder }
  var notSignedInResponder: any NotSignedInResponder { responder }

  init(
    _ repository: any UserSessionRepository = FakeUserSessionRepository(),
    responder: RecordingResponder, flags: FlagOverrides = FlagOverrides()
  ) throws {
    self.init(
      repository, responder: responder,
      flagScope: try FlagSet.onboarding.makeScope(overrides: flags), services: .standingStill())
  }

  init(
    _ repository: any UserSessionRepository = FakeUserSessionRepository(),
    responder: RecordingResponder, flagScope: FlagScope, services: SystemServices
  ) {
    userSessionRepository = repository
    self.responder = responder
    self.flagScope = flagScope
    self.services = services
  }
}
