import Composition
public import Core
public import FeatureFlags
public import RideUI
public import Terminal

/// The dependencies of the signed-in scope: ports, so that an app chooses where rides, places and
/// accounts are.
public protocol SignedInDependencies: Sendable {
  /// The rider's session: only a scope that has one can be asked.
  var session: UserSession { get }
  /// Returns a new object with the rider's rides, for example a ``CloudRideRemoteAPI``: each pick-up
  /// has one of its own.
  func makeRideRemoteAPI() -> any RideRemoteAPI
  /// The part of the account that the stored session does not hold.
  var accountRemoteAPI: AccountRemoteAPI { get }
  var userSessionRepository: any UserSessionRepository { get }
  /// The places as the rider's flags rank them.
  var places: Places { get }
  /// Finds out where the rider is.
  var locator: any Locator { get }
  /// The rider's stream of events, which all features share.
  var liveEvents: LiveEvents { get }
  /// The flags of the rider.
  var flagScope: FlagScope { get }
  var services: SystemServices { get }
  /// The map of the rider's scope, which other features draw on, too.
  var mapTiles: MapTiles { get }
  /// Returns what friends share of rides that are under way; nothing while the cloud does not answer.
  func friendsUnderWay() async -> [InboxItem]
  /// Opens the signed-in scope anew with a changed profile.
  @MainActor var signedInResponder: any SignedInResponder { get }
  /// Closes the signed-in scope after a sign-out.
  @MainActor var notSignedInResponder: any NotSignedInResponder { get }
}

/// The scope of one session: it cannot be created without one, and what it holds ends with it.
public struct SignedInContainer: Sendable {
  let dependencies: any SignedInDependencies
  let rideOptionRepository: CachedRideOptionRepository
  let placeRemoteAPI: any PlaceRemoteAPI
  let accountRemoteAPI: AccountRemoteAPI
  let mapTiles: MapTiles
  /// The newest known states of the rider's rides, one for the screens, the lists and the status line.
  let knownRides = KnownRides()
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope without input or output.
  public init(dependencies: any SignedInDependencies) {
    self.dependencies = dependencies
    rideOptionRepository = CachedRideOptionRepository(wallClock: dependencies.services.wallClock)
    placeRemoteAPI = dependencies.places.remoteAPI
    accountRemoteAPI = dependencies.accountRemoteAPI
    mapTiles = dependencies.mapTiles
    lifetimeProbe = LifetimeProbe("signed in", in: dependencies.services.lifetimeMonitor)
  }

  var session: UserSession { dependencies.session }
}

@MainActor extension SignedInContainer {
  func makeGettingLocationViewModel(
    responder: (any GettingLocationViewModel.Responder)? = nil
  ) -> GettingLocationViewModel {
    GettingLocationViewModel(
      locator: dependencies.locator, rideRemoteAPI: makeRideRemoteAPI(), responder: responder)
  }

  func makeWaitingForPickupViewModelFactory(
    responder: (any NewRideResponder)? = nil
  ) -> WaitingForPickupViewModel.Factory {
    WaitingForPickupViewModel.Factory(
      dependency: .init(
        rideRemoteAPI: makeRideRemoteAPI(), knownRides: knownRides,
        liveEvents: dependencies.liveEvents, responder: responder))
  }

  func makeProfileViewModel() -> ProfileViewModel {
    ProfileViewModel(
      session: session, userSessionRepository: dependencies.userSessionRepository,
      notSignedInResponder: dependencies.notSignedInResponder)
  }
}

/// The scenes of the signed-in scope.
@MainActor extension SignedInContainer {
  /// Returns the way from the rider's location to the end of a ride, and on to the next one.
  public func makeRideFlow(
    navigator: Navigator, rideMenu: @escaping @MainActor (Ride) -> [MenuItem]
  ) -> RideFlow {
    RideFlow(container: self, navigator: navigator, rideMenu: rideMenu)
  }

  /// Returns what leads to the profile from every screen.
  public func makeShortcuts() -> [MenuItem] {
    [MenuItem(.control("p"), "Profile", to: makeDestination(.profile, for: nil))]
  }

  /// Returns what leads to the rider's rides from everywhere.
  public func makeMenu(for flow: RideFlow? = nil) -> [MenuItem] {
    [MenuItem(.character("r"), "Rides", to: makeDestination(.rides, for: flow))]
  }

  /// Returns a scene that was open before the session was renewed; `nil` for one of another feature.
  public func makeDestination(reopening scene: AnyHashable, for flow: RideFlow) -> Destination? {
    Destination(reopening: scene) { [weak flow] in SignedInVisit(self, flow) }
  }

  /// Returns what begins another visit with a scene each time that it is shown.
  func makeDestination(_ scene: SignedInScene, for flow: RideFlow?) -> Destination {
    Destination(scene) { [weak flow] in SignedInVisit(self, flow) }
  }
}
