import Core
import FeatureFlags

extension SignedInContainer: PickMeUpDependencies {
  var flagScope: FlagScope { dependencies.flagScope }
  var services: SystemServices { dependencies.services }
  var liveEvents: LiveEvents { dependencies.liveEvents }
  func friendsUnderWay() async -> [InboxItem] { await dependencies.friendsUnderWay() }

  func knownPlaces(asking rideRemoteAPI: any RideRemoteAPI) -> KnownPlaces {
    KnownPlaces(saved: savedPlaces, rideRemoteAPI: rideRemoteAPI)
  }

  var savedPlaces: SavedPlaceStore {
    SavedPlaceStore(path: dependencies.places.savedPlacesFile, rider: session.profile.id)
  }

  func makePlaceResolver(near location: Location?) -> PlaceResolver {
    PlaceResolver(placeRemoteAPI: placeRemoteAPI, saved: savedPlaces, near: location)
  }

  /// Returns the pick-up that a reference means; without one, where the rider is.
  func findPickup(_ reference: PlaceReference?) async throws -> Waypoint {
    let locator = dependencies.locator
    guard let reference else { return Waypoint(try await locator.currentLocation()) }
    let location = try? await locator.currentLocation()
    return try await makePlaceResolver(near: location).resolve(reference)
  }

  func makeRideRemoteAPI() -> any RideRemoteAPI { dependencies.makeRideRemoteAPI() }

  /// Opens the scope of one pick-up; each ride gets a new one.
  func makePickMeUpContainer(pickup: Waypoint) -> PickMeUpContainer {
    PickMeUpContainer(dependencies: self, pickup: pickup)
  }
}
