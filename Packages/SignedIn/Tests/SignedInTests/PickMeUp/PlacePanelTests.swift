import Basics
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

/// The places that are offered, typed and named.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PlacePanelTests {
  @Test func `Places of former rides are offered before anything is typed`() async throws {
    let stage = PickMeUpScreenStage(formerRides: .success(.sample(state: .completed)))
    let run = stage.play()
    try await stage.terminal.waitForFrame(containing: "3 cars nearby")
    stage.terminal.press(.enter)
    try await stage.terminal.waitForFrame(containing: "Recent  Opera House")
    stage.terminal.press(.enter)

    try await stage.terminal.waitForFrame(containing: "To Apple Store: 1.3 km, 4 min")
    run.cancel()
  }

  @Test func `Typed coordinates are a place`() async throws {
    let stage = PickMeUpScreenStage()
    let run = stage.play()
    try await stage.terminal.waitForFrame(containing: "3 cars nearby")
    stage.terminal.press(.enter)
    stage.terminal.type("-33.86,151.21")
    try await stage.terminal.waitForFrame(containing: "❯ -33.86,151.21")
    stage.terminal.press(.enter)

    try await stage.terminal.waitForFrame(containing: "To -33.86,151.21")
    run.cancel()
  }

  @Test func `What was typed off the globe is said`() async throws {
    let stage = PickMeUpScreenStage()
    let run = stage.play()
    try await stage.terminal.waitForFrame(containing: "3 cars nearby")
    stage.terminal.press(.enter)
    try await stage.terminal.waitForFrame(containing: "Type a name's beginning or LAT,LON.")
    stage.terminal.type("95,200")

    try await stage.terminal.waitForFrame(containing: "off the globe")
    run.cancel()
  }

  @Test func `The place where the rider is, is no place to go to`() async throws {
    let folder = try TemporaryFolder()
    let store = SavedPlaceStore(path: "\(folder.path)/places.json")
    let here = Waypoint(.defaultLocation, name: "Here")
    try store.save(here, as: .home, of: RiderProfile.johnny.id)
    let stage = PickMeUpScreenStage(
      formerRides: .success(.sample(state: .completed)), savedPlaces: "\(folder.path)/places.json")
    let run = stage.play()
    try await stage.terminal.waitForFrame(containing: "3 cars nearby")
    stage.terminal.press(.enter)
    let dropoffs = try await stage.terminal.waitForFrame(containing: "Recent  Opera House")

    #expect(!dropoffs.text.contains("Home"))
    run.cancel()
  }

  @Test func `Another pick-up begins another scope`() async throws {
    let stage = PickMeUpScreenStage(formerRides: .success(.sample(state: .completed)))
    let run = stage.play()
    try await stage.terminal.waitForFrame(containing: "3 cars nearby")
    stage.terminal.type("p")
    try await stage.terminal.waitForFrame { frame in
      frame.text.contains("Where from?") && frame.text.contains("Recent")
    }
    stage.terminal.press(.down, .enter)

    #expect(try await run.outcome == .finished)
    #expect(stage.pickups == [Waypoint(.operaHouse, name: "Opera House")])
  }

  @Test func `A place is saved as home and offered first`() async throws {
    let folder = try TemporaryFolder()
    let stage = PickMeUpScreenStage(
      formerRides: .success(.sample(state: .completed)), savedPlaces: "\(folder.path)/places.json")
    let run = stage.play()
    try await stage.terminal.waitForFrame(containing: "3 cars nearby")
    stage.terminal.press(.enter)
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
    let folder = try TemporaryFolder()
    let store = SavedPlaceStore(path: "\(folder.path)/places.json")
    let work = Waypoint(.appleStore, name: "Apple Store")
    try store.save(work, as: .work, of: RiderProfile.johnny.id)
    let stage = PickMeUpScreenStage(
      formerRides: .success(.sample(state: .completed)), savedPlaces: "\(folder.path)/places.json")
    let run = stage.play()
    try await stage.terminal.waitForFrame(containing: "3 cars nearby")
    stage.terminal.press(.enter)
    try await stage.terminal.waitForFrame(containing: "Work  Apple Store")
    stage.terminal.press(.control("s"))
    let frame = try await stage.terminal.waitForFrame(containing: "Work is forgotten.")

    #expect(!frame.text.contains("Work  Apple Store"))
    #expect(try store.places(of: RiderProfile.johnny.id) == [:])
    run.cancel()
  }

  @Test func `Each rider of a home has places of their own`() throws {
    let folder = try TemporaryFolder()
    let store = SavedPlaceStore(path: "\(folder.path)/places.json")
    let home = Waypoint(.operaHouse, name: "Opera House")

    try store.save(home, as: .home, of: RiderProfile.johnny.id)

    #expect(try store.places(of: RiderProfile.johnny.id) == ["home": home])
    #expect(try store.places(of: Identifier("another")) == [:])
    try store.removeAll(of: RiderProfile.johnny.id)
    #expect(try store.places(of: RiderProfile.johnny.id) == [:])
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
