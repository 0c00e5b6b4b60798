public import Composition

/// The dependencies of one pick-up.
public protocol PickUpDependencies: Sendable {
  /// Who is picked up.
  var session: UserSession { get }
  /// The options that the rider has asked for.
  var rideOptionCache: RideOptionCache { get }
  /// Shared by all scopes.
  var userSessionRepository: any UserSessionRepository { get }
  /// Is told while the scope is alive.
  var lifetimeMonitor: LifetimeMonitor { get }
}

/// The scope of one pick-up: five objects.
public struct PickUpContainer: Sendable {
  private let rideAPI: RideAPI
  private let pickMeUp: PickMeUpViewModel
  private let map: MapViewModel
  private let dropOff: DropOffViewModel
  private let options: RideOptionsViewModel
  private let dependencies: any PickUpDependencies
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope.
  public init(dependencies: any PickUpDependencies) {
    self.dependencies = dependencies
    rideAPI = RideAPI(session: dependencies.session)
    pickMeUp = PickMeUpViewModel(rideAPI: rideAPI)
    map = MapViewModel(rideAPI: rideAPI)
    dropOff = DropOffViewModel()
    options = RideOptionsViewModel(rideAPI: rideAPI, cache: dependencies.rideOptionCache)
    lifetimeProbe = dependencies.lifetimeMonitor.probe("pick-up")
  }

  /// The process scope's object, asked for through both parents.
  public var userSessionRepository: any UserSessionRepository {
    dependencies.userSessionRepository
  }
}

/// Asks the cloud for rides.
public final class RideAPI: Sendable {
  private let session: UserSession

  /// Creates the object.
  public init(session: UserSession) {
    self.session = session
  }
}

/// The pick-up.
public final class PickMeUpViewModel: Sendable {
  private let rideAPI: RideAPI

  /// Creates the object.
  public init(rideAPI: RideAPI) {
    self.rideAPI = rideAPI
  }
}

/// The map.
public final class MapViewModel: Sendable {
  private let rideAPI: RideAPI

  /// Creates the object.
  public init(rideAPI: RideAPI) {
    self.rideAPI = rideAPI
  }
}

/// Where to.
public final class DropOffViewModel: Sendable {
  /// Creates the object.
  public init() {}
}

/// Which ride.
public final class RideOptionsViewModel: Sendable {
  private let rideAPI: RideAPI
  private let cache: RideOptionCache

  /// Creates the object.
  public init(rideAPI: RideAPI, cache: RideOptionCache) {
    self.rideAPI = rideAPI
    self.cache = cache
  }
}
