import Composition
import Core
import FeatureFlags
import Sharing
import SignedIn

/// The scope of one rider, or of nobody in particular: what flags choose for them, fixed for as
/// long as the scope lives, and what else the features ask for, which comes from the process scope.
final class RiderContainer: Sendable {
  let parent: AppContainer
  let flagScope: FlagScope
  private let core = Once<CoreContainer>()
  var services: SystemServices { parent.services }

  /// Opens the scope; without a session flags choose for the installation.
  init(parent: AppContainer, session: UserSession?) {
    self.parent = parent
    if let session {
      for problem in parent.flagLevels.refresh() { parent.report(problem) }
      flagScope = parent.experimentEvents.makeScope(
        parent.flagLevels, subject: session.profile.id.rawValue)
    } else {
      flagScope = parent.flagScope
    }
  }

  /// The way to the cloud that the rider's flags choose.
  var cloudClient: CloudClient { core(makeCoreContainer).cloudClient }
}

// An exposure is recorded when one of these is first asked for, not when the scope begins: who never
// looks for a drop-off has met no ranking.
extension RiderContainer {
  var dropoffRanking: any DropoffRanking {
    dropoffRankings.make(in: flagScope)
  }

  var rideOptionsLayout: any RideOptionsLayout {
    rideOptionsLayouts.make(in: flagScope)
  }
}
