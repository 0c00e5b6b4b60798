import BasicsTesting
import Core
import CoreTesting
import FeatureFlags
import TerminalTesting

@testable import Onboarding

/// What a test gives to the signed-out scope: the built-in flags hold, and no time passes.
struct TestDependencies: OnboardingDependencies {
  let userSessionRepository: any UserSessionRepository
  let responder: RecordingResponder
  let flagScope: FlagScope
  let services = SystemServices(
    wallClock: ManualWallClock(), screenClock: ManualClock(), randomBytes: SeededRandomBytes())
  var signedInResponder: any SignedInResponder { responder }
  var notSignedInResponder: any NotSignedInResponder { responder }

  init(
    _ repository: any UserSessionRepository = FakeUserSessionRepository(),
    responder: RecordingResponder, flags: FlagOverrides = FlagOverrides()
  ) throws {
    userSessionRepository = repository
    self.responder = responder
    flagScope = try FlagSet.onboarding.makeScope(overrides: flags)
  }
}
