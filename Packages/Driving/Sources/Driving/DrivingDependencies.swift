public import Basics
public import Commands
public import Core
public import FeatureFlags

/// The dependencies of driving.
public protocol DrivingDependencies: Sendable {
  var drivingRemoteAPI: DrivingRemoteAPI { get }
  /// Finds out where a shift begins when the driver does not say it.
  func currentLocation() async throws(FileError) -> Location
  /// The rider's stream of events, which all features share.
  var liveEvents: LiveEvents { get }
  /// The flags of the rider.
  var flagScope: FlagScope { get }
  var services: SystemServices { get }
  /// The map of the rider's scope.
  var mapTiles: MapTiles { get }
}
