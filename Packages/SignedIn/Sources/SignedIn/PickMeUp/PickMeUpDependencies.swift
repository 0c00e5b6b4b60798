import Core
import FeatureFlags

/// What the scope of one pick-up asks the signed-in scope for.
protocol PickMeUpDependencies: Sendable {
  var placeRemoteAPI: any PlaceRemoteAPI { get }
  var rideOptionRepository: CachedRideOptionRepository { get }
  var flagScope: FlagScope { get }
  var services: SystemServices { get }
  func makeRideRemoteAPI() -> any RideRemoteAPI
}
