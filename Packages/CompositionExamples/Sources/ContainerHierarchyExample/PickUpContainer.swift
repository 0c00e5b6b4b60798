public import AuthenticationExample
public import Composition

/// The dependencies of one pick-up, from the signed-in scope.
public protocol PickUpDependencies: Sendable {
  /// Who is picked up.
  var session: UserSession { get }
  /// The options that the rider has asked for since signing in.
  var rideOptionCache: RideOptionCache { get }
  /// Is told while the scope is alive.
  var lifetimeMonitor: LifetimeMonitor { get }
  /// Decides which ride API this pick-up uses.
  var rideRemoteAPIVariant: @Sendable () -> RideRemoteAPIVariant { get }
}

/// The scope of one pick-up. The location is the key to it, and never optional inside.
public struct PickUpContainer: Sendable {
  private let dependencies: any PickUpDependencies
  private let location: Location
  private let rideRemoteAPI: any RideRemoteAPI
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope at a location; which ride API it uses is decided here, once.
  public init(dependencies: any PickUpDependencies, location: Location) {
    self.dependencies = dependencies
    self.location = location
    rideRemoteAPI =
      switch dependencies.rideRemoteAPIVariant() {
      case .grid: GridRideRemoteAPI(session: dependencies.session, pickUp: location)
      case .straight: StraightRideRemoteAPI(session: dependencies.session, pickUp: location)
      }
    lifetimeProbe = LifetimeProbe("pick-up", in: dependencies.lifetimeMonitor)
  }

  /// Returns the pick-up's part of the app.
  @MainActor
  public func makePickMeUpViewModel() -> PickMeUpViewModel {
    PickMeUpViewModel(
      location: location,
      rideRemoteAPI: rideRemoteAPI,
      rideOptionCache: dependencies.rideOptionCache,
      makeConfirmationViewModel: { dropOff in
        ConfirmationViewModel(dropOff: dropOff, rideRemoteAPI: rideRemoteAPI)
      })
  }
}
