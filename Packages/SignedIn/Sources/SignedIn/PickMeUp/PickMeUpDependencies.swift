import Core
import FeatureFlags

/// The dependencies of the scope of one pick-up.
protocol PickMeUpDependencies: Sendable {
  var placeRemoteAPI: any PlaceRemoteAPI { get }
  var rideOptionRepository: CachedRideOptionRepository { get }
  var flagScope: FlagScope { get }
  var services: SystemServices { get }
  func makeRideRemoteAPI() -> any RideRemoteAPI
}
