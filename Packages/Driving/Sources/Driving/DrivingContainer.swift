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
  private let dependencies: any DrivingDependencies
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

  /// Returns the driver's screen; it shows what the navigator follows, or follows by itself.
  package func makeDrivingScreen(navigator: Navigator) -> some NavigableScreen {
    let followed = navigator.statusProvider(DrivingViewModel.self)
    let model = followed ?? makeDrivingViewModel()
    return DrivingScreen(
      model: model, isFollowed: followed != nil, tiles: dependencies.mapTiles,
      wallClock: services.wallClock, navigator: navigator
    ) { makeCarForm(for: model, navigator: navigator) }
  }

  /// Returns the menu item of driving.
  public func makeMenu() -> [MenuItem] {
    [MenuItem(.character("v"), "Drive", makeScreen: makeDrivingScreen(navigator:))]
  }

  /// Returns the provider that announces offers and reports the position.
  public func makeStatusProvider() -> any StatusProvider { makeDrivingViewModel() }
}
