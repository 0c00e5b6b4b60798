public import Core
public import CoreTesting
public import FeatureFlags
public import RideUI
public import SignedIn

/// The dependencies of the signed-in scope for tests and previews, on a cloud of their own.
///
/// Each member can be replaced; one that nothing replaces asks the cloud.
public struct SignedInDouble: SignedInDependencies {
  public var session: UserSession
  public var rideRemoteAPI: @Sendable () -> any RideRemoteAPI
  public var accountRemoteAPI: AccountRemoteAPI
  public var userSessionRepository: any UserSessionRepository = FakeUserSessionRepository()
  public var places: Places
  public var locator: any Locator
  public var liveEvents: LiveEvents
  public var flagScope: FlagScope
  public var services: SystemServices
  public var mapTiles: MapTiles
  /// What friends share of rides that are under way.
  public var sharedUnderWay: [InboxItem] = []
  /// Both responders.
  public var responder: any SignedInResponder & NotSignedInResponder & Sendable
  public var signedInResponder: any SignedInResponder { responder }
  public var notSignedInResponder: any NotSignedInResponder { responder }

  /// - Parameter location: Where the rider is.
  public init(
    cloud: any CloudTransport = UnexpectedCloudTransport(), session: UserSession = .johnny,
    location: Location = .operaHouse,
    responder: any SignedInResponder & NotSignedInResponder & Sendable,
    flagScope: FlagScope, services: SystemServices = .standingStill()
  ) {
    let client = CloudClient(transport: cloud)
    self.session = session
    rideRemoteAPI = { CloudRideRemoteAPI(client: client, session: session) }
    accountRemoteAPI = AccountRemoteAPI(client: client, session: session)
    places = Places(
      remoteAPI: CloudPlaceRemoteAPI(client: client, flagScope: flagScope),
      locationFile: "/nowhere/location.json", savedPlacesFile: "/nowhere/places.json")
    locator = FixedLocator(location: location)
    liveEvents = LiveEvents(client: client, session: session, services: services)
    mapTiles = MapTiles(client: client, session: session, wallClock: services.wallClock)
    (self.responder, self.flagScope, self.services) = (responder, flagScope, services)
  }

  public func makeRideRemoteAPI() -> any RideRemoteAPI { rideRemoteAPI() }
  public func friendsUnderWay() async -> [InboxItem] { sharedUnderWay }

  private struct FixedLocator: Locator {
    let location: Location
    func currentLocation() -> Location { location }
  }
}
