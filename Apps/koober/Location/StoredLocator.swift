import Basics
import Core
import SignedIn

/// Takes the rider to be where the rider said, or at the default location.
struct StoredLocator: Locator {
  let store: RiderLocationStore

  func currentLocation() throws(FileError) -> Location {
    try store.read() ?? .defaultLocation
  }
}
