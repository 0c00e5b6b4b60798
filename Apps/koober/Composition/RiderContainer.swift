import Core
import FeatureFlags
import RideUI

/// The scope of one signed-in rider: what flags choose for the rider, fixed as long as it lives.
final class RiderContainer: Sendable {
  let parent: AppContainer
  let session: UserSession
  let flagScope: FlagScope
  private let core = Once<CoreContainer>()
  private let live = Once<LiveEvents>()
  private let tiles = Once<MapTiles>()

  /// Opens the scope; nothing is read yet.
  init(parent: AppContainer, session: UserSession) {
    (self.parent, self.session) = (parent, session)
    flagScope = parent.makeFlagScope(subject: session.flagSubject)
  }

  var services: SystemServices { parent.services }

  /// The way to the cloud that the rider's flags choose.
  var cloudClient: CloudClient { core(makeCoreContainer).cloudClient }

  /// The rider's stream of events, one for all features; it ends with the scope.
  var liveEvents: LiveEvents {
    live { LiveEvents(client: cloudClient, session: session, services: services) }
  }

  /// The one map of the rider, for every feature that shows a ride.
  var mapTiles: MapTiles {
    tiles { MapTiles(client: cloudClient, session: session, wallClock: services.wallClock) }
  }
}

extension RiderContainer: CoreDependencies {
  var cloudObserver: (any CloudObserver)? { ConversionObserver(flagScope: flagScope) }

  var cloudTransport: any CloudTransport {
    let (main, session) = (parent.mainViewModel, session)
    return SessionEndTransport(
      transport: parent.makeCloudTransport(in: flagScope), ownEndings: parent.sessionEndings
    ) {
      await main.sessionEnded(session)
    }
  }

  func makeCoreContainer() -> CoreContainer { CoreContainer(dependencies: self) }
}
