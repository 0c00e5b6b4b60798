import Core
import FeatureFlags

/// The scope of one signed-in rider: what flags choose for the rider, fixed as long as it lives.
final class RiderContainer: Sendable {
  let parent: AppContainer
  let session: UserSession
  let flagScope: FlagScope
  private let core = Once<CoreContainer>()

  /// Opens the scope; nothing is read yet.
  init(parent: AppContainer, session: UserSession) {
    self.parent = parent
    self.session = session
    flagScope = parent.makeFlagScope(subject: session.flagSubject)
  }

  var services: SystemServices { parent.services }

  /// The way to the cloud that the rider's flags choose.
  var cloudClient: CloudClient { core(makeCoreContainer).cloudClient }
}
