import Commands
import SignedIn

extension AppContainer {
  /// Where the rider's chosen location is kept.
  var riderLocationStore: RiderLocationStore {
    RiderLocationStore(path: folders.riderLocation)
  }

  /// Where the rider is taken to be.
  var locator: any Locator { StoredLocator(store: riderLocationStore) }
}
