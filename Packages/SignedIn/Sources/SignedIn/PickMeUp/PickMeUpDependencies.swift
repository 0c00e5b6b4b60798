import Composition
import Core

/// What the scope of one pick-up asks the signed-in scope for.
protocol PickMeUpDependencies: Sendable {
  var placeRemoteAPI: any PlaceRemoteAPI { get }
  var rideOptionRepository: CachedRideOptionRepository { get }
  var rideOptionsLayout: any RideOptionsLayout { get }
  var randomBytes: any RandomBytes { get }
  var wallClock: any WallClock { get }
  var screenClock: any Clock<Duration> { get }
  var lifetimeMonitor: LifetimeMonitor { get }
  func makeRideRemoteAPI() -> any RideRemoteAPI
}
