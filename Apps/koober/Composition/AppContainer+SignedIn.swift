import Core
import SignedIn

extension AppContainer: SignedInDependencies {
  var cloudClient: CloudClient { coreContainer.cloudClient }
  var locator: any Locator { StoredLocator(store: riderLocationStore) }
  var dropoffRanking: PlaceRanking { .match }

  /// Where the rider's chosen location is kept.
  var riderLocationStore: RiderLocationStore {
    RiderLocationStore(path: folders.riderLocation)
  }

  /// Opens the scope of a session.
  func makeSignedInContainer(session: UserSession) -> SignedInContainer {
    SignedInContainer(dependencies: self, session: session)
  }
}
