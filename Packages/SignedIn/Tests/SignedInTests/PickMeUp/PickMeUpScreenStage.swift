import Core
import CoreTesting
import FeatureFlags
import RideUI
import Synchronization
import Terminal
import TerminalTesting

@testable import SignedIn

/// The screen of one pick-up, on fakes, with what a test needs to play it.
@MainActor
final class PickMeUpScreenStage: PickMeUpDependencies, RideAcceptedResponder,
  PickupSelectedResponder
{
  nonisolated let placeRemoteAPI: any PlaceRemoteAPI
  nonisolated let rideOptionRepository: CachedRideOptionRepository
  nonisolated let flagScope: FlagScope
  nonisolated let clock: ManualWallClock
  nonisolated let services: SystemServices
  nonisolated let rideRemoteAPI: FakeRideRemoteAPI
  nonisolated let mapTiles: MapTiles
  nonisolated let liveEvents: LiveEvents
  private nonisolated let knownPlaces: KnownPlaces
  private(set) var accepted: [Ride] = []
  private(set) var pickups: [Waypoint] = []

  let navigator = Navigator.sample()
  let terminal: ScriptedTerminal

  init(
    places: FakePlaceRemoteAPI = FakePlaceRemoteAPI(places: [.operaHouse, .appleStore]),
    rides: FakeRideRemoteAPI = FakeRideRemoteAPI(cars: [.success(NearbyCar.samples)]),
    formerRides: Result<Ride, CloudError> = .failure(.unreachable(reason: "no route")),
    savedPlaces: String = "/nowhere/places.json", flagScope: FlagScope = .withoutFlags,
    friends: [InboxItem] = [], liveEvents: LiveEvents = .none(),
    on terminal: ScriptedTerminal = ScriptedTerminal(.terminal())
  ) {
    knownPlaces = KnownPlaces(
      saved: SavedPlaceStore(path: savedPlaces, rider: RiderProfile.johnny.id),
      rideRemoteAPI: FakeRideRemoteAPI(rides: [formerRides]))
    self.flagScope = flagScope
    self.friends = Mutex(friends)
    self.liveEvents = liveEvents
    clock = ManualWallClock()
    services = .test(clock)
    placeRemoteAPI = places
    rideOptionRepository = CachedRideOptionRepository(wallClock: clock)
    rideRemoteAPI = rides
    mapTiles = .empty(clock)
    self.terminal = terminal
  }

  nonisolated func knownPlaces(asking rideRemoteAPI: any RideRemoteAPI) -> KnownPlaces {
    knownPlaces
  }
  /// What friends share of rides that are under way.
  nonisolated let friends: Mutex<[InboxItem]>
  nonisolated func friendsUnderWay() async -> [InboxItem] { friends.withLock { $0 } }
  nonisolated func makeRideRemoteAPI() -> any RideRemoteAPI { rideRemoteAPI }

  func rideAccepted(_ ride: Ride) {
    accepted.append(ride)
    navigator.close()
  }

  func pickupSelected(at pickup: Waypoint) {
    pickups.append(pickup)
    navigator.close()
  }

  /// Shows the screen until it ends.
  func play() -> Task<NavigationEnd, any Error> {
    let screen = makeScreen()
    return Task { try await navigator.run(from: screen, on: terminal) }
  }

  /// Shows the screen and goes on to the search for a drop-off.
  func playToDropoff() async throws -> Task<NavigationEnd, any Error> {
    let run = play()
    try await terminal.waitForFrame(containing: "cars nearby")
    terminal.press(.enter)
    return run
  }

  func makeScreen() -> PickMeUpScreen {
    PickMeUpContainer(dependencies: self, pickup: Waypoint(.defaultLocation))
      .makePickMeUpScreen(
        responder: self, pickupResponder: self, profile: .johnny, navigator: navigator)
  }

  /// Goes to the search and types into it.
  func search(for query: String) async throws {
    try await terminal.waitForFrame(containing: "cars nearby")
    terminal.press(.enter)
    terminal.type(query)
    // The cars sleep too.
    try await clock.waitForSleeper(of: DropoffLocationPickerViewModel.debounce)
    clock.advance(by: DropoffLocationPickerViewModel.debounce)
  }

  /// Goes on to the kinds of ride to the Apple Store.
  func chooseAppleStore() async throws {
    try await search(for: "apple")
    try await terminal.waitForFrame(containing: "Apple Store")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Wallaroo")
  }

  /// Goes on to the confirmation of a Wallaroo.
  func chooseWallaroo() async throws {
    try await chooseAppleStore()
    terminal.press(.down, .enter)
    try await terminal.waitForFrame(containing: "Request this ride?")
  }
}

extension NearbyCar {
  /// Three cars around the default location.
  static let samples = [
    NearbyCar(option: .wallabee, location: Location(nearestTo: -33.8620, 151.2080)),
    NearbyCar(option: .wallaroo, location: Location(nearestTo: -33.8660, 151.2110)),
    NearbyCar(option: .kangaroo, location: Location(nearestTo: -33.8655, 151.2045)),
  ]
}
