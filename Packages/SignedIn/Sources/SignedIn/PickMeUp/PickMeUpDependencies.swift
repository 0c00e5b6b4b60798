import Commands
import Core
import FeatureFlags

/// The dependencies of the scope of one pick-up.
protocol PickMeUpDependencies: Sendable {
  var placeRemoteAPI: any PlaceRemoteAPI { get }
  var rideOptionRepository: CachedRideOptionRepository { get }
  /// Returns the places that the rider knows; those of former rides are asked for there.
  func knownPlaces(asking rideRemoteAPI: any RideRemoteAPI) -> KnownPlaces
  var mapTiles: MapTiles { get }
  var liveEvents: LiveEvents { get }
  /// Returns what friends share of rides that are under way.
  func friendsUnderWay() async -> [InboxItem]
  var flagScope: FlagScope { get }
  var services: SystemServices { get }
  func makeRideRemoteAPI() -> any RideRemoteAPI
}
