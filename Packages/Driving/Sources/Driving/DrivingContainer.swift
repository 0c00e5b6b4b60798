public import Basics
import Composition
public import Core
public import FeatureFlags
public import RideUI
public import Terminal

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

/// Driving in one session: the rider's car, and the scopes of a shift and of a trip in it.
public struct DrivingContainer: Sendable {
  let drivingRemoteAPI: DrivingRemoteAPI
  let dependencies: any DrivingDependencies
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope without input or output.
  public init(dependencies: any DrivingDependencies) {
    self.dependencies = dependencies
    drivingRemoteAPI = dependencies.drivingRemoteAPI
    lifetimeProbe = LifetimeProbe("driving", in: dependencies.services.lifetimeMonitor)
  }

  /// Finds out where a shift begins when the driver does not say it.
  func currentLocation() async throws(FileError) -> Location {
    try await dependencies.currentLocation()
  }
}

extension DrivingContainer: ShiftDependencies {
  var flagScope: FlagScope { dependencies.flagScope }
  var services: SystemServices { dependencies.services }
}

@MainActor extension DrivingContainer {
  func makeDrivingViewModel() -> DrivingViewModel {
    DrivingViewModel(
      dependency: .init(
        remoteAPI: drivingRemoteAPI, liveEvents: dependencies.liveEvents,
        wallClock: services.wallClock, locate: currentLocation, openShift: makeShiftContainer(of:)))
  }

  /// Opens the scope of a shift; the next shift gets a new one.
  func makeShiftContainer(of shift: DriverShift) -> ShiftContainer {
    ShiftContainer(dependencies: self, shift: shift)
  }

  /// Returns the driver's scene.
  package func makeDestination() -> Destination { Destination(.driving) { DrivingScenes(self) } }

  /// Returns a scene that was open before the session was renewed; `nil` for one of another feature.
  public func makeDestination(reopening scene: AnyHashable) -> Destination? {
    Destination(reopening: scene) { DrivingScenes(self) }
  }

  /// Returns the menu item of driving.
  public func makeMenu() -> [MenuItem] {
    [MenuItem(.character("v"), "Drive", to: makeDestination())]
  }

  /// Returns the provider that announces offers and reports the position.
  public func makeStatusProvider() -> any StatusProvider { makeDrivingViewModel() }
}
