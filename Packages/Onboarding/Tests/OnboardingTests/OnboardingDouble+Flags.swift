import Core
import CoreTesting
import FeatureFlags
import OnboardingTesting

@testable import Onboarding

extension OnboardingDouble {
  /// The built-in flags hold, but for what a test overrides.
  init(
    _ repository: any UserSessionRepository = FakeUserSessionRepository(),
    responder: RecordingResponder, flags: FlagOverrides = FlagOverrides()
  ) throws {
    self.init(
      responder: responder, flagScope: try FlagSet.onboarding.makeScope(overrides: flags))
    userSessionRepository = repository
  }
}
