import BasicsTesting
import Basics
import Core
import CoreTesting
import Synchronization
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

/// The places that are offered, typed and named.
@MainActor
struct PlacePanelTests {
  private let folder: TemporaryFolder
  private let store: SavedPlaceStore
  /// The screen of a rider who has been to the Opera House.
  private let stage: PickMeUpScreenStage

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.path(of: "places.json")
    store = SavedPlaceStore(path: path, rider: RiderProfile.johnny.id)
    stage = PickMeUpScreenStage(
      formerRides: .success(.sample(state: .completed)), savedPlaces: path)
  }

  @Test func `Places of former rides are offered before anything is typed`() async throws {
    let run = try await stage.playToDropoff()
    try await stage.terminal.waitForFrame(containing: "Recent  Opera House")
    stage.terminal.press(.enter)

    try await stage.terminal.waitForFrame(containing: "To Apple Store: 1.3 km, 4 min")
    run.cancel()
  }

  @Test func `The start shows known places and friends under way`() async throws {
    let ride = Ride.sample(state: .onTrip)
    let item = InboxItem(
      id: Identifier("1"), from: Person(id: Identifier("ada"), name: "Ada"), text: "My ride",
      ride: ride, sharedAt: ride.requestedAt, read: true)
    let stage = PickMeUpScreenStage(
      formerRides: .success(.sample(state: .completed)), friends: [item])
    let run = stage.play()
    try await stage.terminal.waitForFrame { frame in
      frame.text.contains("Recent  Opera House") && frame.text.contains("Ada to Apple Store")
    }
    try await GoldenFrames().check(
      stage.terminal, "start",
      sizes: [
        TerminalSize(columns: 20, rows: 8), TerminalSize(columns: 40, rows: 20),
        TerminalSize(columns: 80, rows: 24), TerminalSize(columns: 120, rows: 40),
      ])
    run.cancel()
  }

  @Test func `The start shows a friend from the moment a ride is shared to its end`() async throws {
    let cloud = StreamingCloudTransport()
    let stage = PickMeUpScreenStage(
      liveEvents: LiveEvents(
        client: CloudClient(transport: cloud), session: .johnny,
        services: .test(ManualWallClock())))
    let run = stage.play()
    try await stage.terminal.waitForFrame(containing: "cars nearby")
    try await cloud.waitForStreams(opened: 1)
    let ride = Ride.sample(state: .onTrip)
    let item = InboxItem(
      id: Identifier("1"), from: Person(id: Identifier("ada"), name: "Ada"), text: "My ride",
      ride: ride, sharedAt: ride.requestedAt, read: true)

    stage.friends.withLock { $0 = [item] }
    try cloud.push(.inbox(InboxChange(post: item.id, ride: ride)))
    try await stage.terminal.waitForFrame(containing: "Ada to Apple Store")
    stage.friends.withLock { $0 = [] }
    try cloud.push(.ride(LiveRide(isOwn: false, ride: .sample(state: .completed))))
    try await stage.terminal.waitForFrame { !$0.text.contains("Ada to Apple Store") }
    run.cancel()
  }

  @Test func `Typed coordinates are a place`() async throws {
    let run = try await stage.playToDropoff()
    stage.terminal.type("-33.86,151.21")
    try await stage.terminal.waitForFrame(containing: "▌ -33.86,151.21")
    stage.terminal.press(.enter)

    try await stage.terminal.waitForFrame(containing: "To -33.86,151.21")
    run.cancel()
  }

  @Test func `What was typed off the globe is said`() async throws {
    let stage = PickMeUpScreenStage()
    let run = try await stage.playToDropoff()
    try await stage.terminal.waitForFrame(containing: "Type a name's beginning or LAT,LON.")
    stage.terminal.type("95,200")

    try await stage.terminal.waitForFrame(containing: "off the globe")
    run.cancel()
  }

  @Test func `The place where the rider is, is no place to go to`() async throws {
    let here = Waypoint(.defaultLocation, name: "Here")
    try store.save(here, as: .home)
    let run = try await stage.playToDropoff()
    let dropoffs = try await stage.terminal.waitForFrame {
      $0.text.contains("Recent  Opera House") && $0.text.contains("Enter Go there")
    }

    #expect(!dropoffs.text.contains("Home"))
    run.cancel()
  }

  @Test(arguments: [
    ("near Customs House", 0.0, "548 m from Apple Store."),
    ("near Customs House", 0.003, "548 m from Apple Store."),
    ("Home", 0, "You are at Home."), ("Customs House", 0.003, "You are near Customs House, 334 m"),
  ])
  func `Where the rider is has one "near", and is no recent place`(
    name: String, north: Double, sentence: String
  ) async throws {
    let home = Location.defaultLocation
    let place = Location(nearestTo: home.latitude + north, home.longitude)
    var ride = Ride.sample(state: .completed)
    ride = Ride(
      id: ride.id, state: .completed,
      request: RideRequest(
        pickup: Waypoint(place, name: name), dropoff: ride.dropoff, option: .wallabee),
      price: ride.price, requestedAt: ride.requestedAt, car: nil, driver: nil,
      secondsUntilPickup: nil, secondsUntilDropoff: nil, route: ride.route)
    let stage = PickMeUpScreenStage(formerRides: .success(ride))
    let run = stage.play()
    let frame = try await stage.terminal.waitForFrame {
      $0.text.contains("Recent  Apple Store") && $0.text.contains("nearby")
    }

    #expect(frame.text.contains(sentence), "\(frame.text)")
    #expect(!frame.text.contains("near near"))
    #expect(frame.text.contains("Recent  \(name)") == (north > 0))
    run.cancel()
  }

  @Test func `Another pick-up begins another scope`() async throws {
    let run = stage.play()
    try await stage.terminal.waitForFrame(containing: "3 cars nearby")
    stage.terminal.type("p")
    try await stage.terminal.waitForFrame { frame in
      frame.text.contains("Where from?") && frame.text.contains("Recent")
    }
    stage.terminal.press(.down, .enter)

    #expect(try await run.outcome() == .finished)
    #expect(stage.pickups == [Waypoint(.operaHouse, name: "Opera House")])
  }

  @Test func `A place is saved as home and offered first`() async throws {
    let run = try await stage.playToDropoff()
    try await stage.terminal.waitForFrame(containing: "Recent  Opera House")
    stage.terminal.press(.down, .control("s"))
    try await stage.terminal.waitForFrame(containing: "Save 'Opera House' as home or as work?")
    stage.terminal.type("h")
    let frame = try await stage.terminal.waitForFrame(containing: "Home  Opera House")

    #expect(!frame.text.contains("Recent  Opera House"))
    #expect(frame.text.contains("Saved as Home."))

    stage.terminal.press(.escape)
    try await stage.terminal.waitForFrame(containing: "3 cars nearby")
    stage.terminal.press(.enter)
    let again = try await stage.terminal.waitForFrame(containing: "Home  Opera House")
    #expect(!again.text.contains("Saved as"))
    stage.terminal.press(.escape)
    try await stage.terminal.waitForFrame(containing: "3 cars nearby")
    stage.terminal.type("p")
    let pickup = try await stage.terminal.waitForFrame(containing: "Where from?")
    #expect(pickup.text.contains("Home  Opera House"))
    run.cancel()
  }

  @Test func `A place with a name is offered without it once that is forgotten`() async throws {
    let work = Waypoint(.appleStore, name: "Apple Store")
    try store.save(work, as: .work)
    let run = try await stage.playToDropoff()
    try await stage.terminal.waitForFrame(containing: "Work  Apple Store")
    stage.terminal.press(.control("s"))
    let frame = try await stage.terminal.waitForFrame(containing: "Work is forgotten.")

    #expect(!frame.text.contains("Work  Apple Store"))
    #expect(try store.place(.work) == nil)
    run.cancel()
  }

  @Test func `After an outage the newest search comes back by itself`() async throws {
    let places = FakePlaceRemoteAPI(
      places: [.operaHouse, .appleStore], error: .unreachable(reason: "no route"))
    let stage = PickMeUpScreenStage(places: places)
    let run = stage.play()
    try await stage.search(for: "app")
    try await stage.terminal.waitForFrame(containing: "no route")
    try await stage.clock.waitForSleeper(of: PickMeUpScreen.refreshInterval)
    await places.recover()
    stage.clock.advance(by: PickMeUpScreen.refreshInterval)
    // The cars and the search.
    try await stage.clock.waitForSleeper(of: DropoffLocationPickerViewModel.debounce)
    stage.clock.advance(by: DropoffLocationPickerViewModel.debounce)
    let found = try await stage.terminal.waitForFrame(containing: "▌ Apple Store")

    #expect(!found.text.contains("no route"))
    #expect(await places.queries == ["app", "app"])
    run.cancel()
  }

  @Test func `A search that was refused is not repeated`() async throws {
    let refusal = ErrorResponse(.invalidRequest, message: "No such search.").error
    let places = FakePlaceRemoteAPI(places: [.appleStore], error: .refused(refusal))
    let stage = PickMeUpScreenStage(places: places)
    let run = stage.play()
    try await stage.search(for: "app")
    try await stage.terminal.waitForFrame(containing: "No such search.")
    try await stage.clock.waitForSleeper(of: PickMeUpScreen.refreshInterval)
    stage.clock.advance(by: PickMeUpScreen.refreshInterval)
    try await stage.clock.waitForSleeper(of: PickMeUpScreen.refreshInterval)

    #expect(await places.queries == ["app"])
    run.cancel()
  }

  @Test(arguments: [
    ("oprea", ["Opera House", "Opera Bar"]), ("opra", ["Opera House", "Opera Bar"]),
    ("apqle", ["Apple Store"]), ("aapple", ["Apple Store"]), ("opxxa", []), ("opx", []),
  ])
  func `One mistake in a word is forgiven`(typed: String, found: [String]) async throws {
    let places = FakePlaceRemoteAPI(places: [.operaHouse, .operaBar, .appleStore])

    let names = try await places.searchPlaces(nearlyMatching: typed, near: nil, limit: 10)
      .map(\.name)

    #expect(names == found)
  }
}
