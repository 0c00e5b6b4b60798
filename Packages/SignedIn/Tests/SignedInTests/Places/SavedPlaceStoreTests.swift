import Basics
import Core
import CoreTesting
import Testing

@testable import SignedIn

@Suite(.timeLimit(.minutes(10)))
struct SavedPlaceStoreTests {
  private let home = Waypoint(.operaHouse, name: "Opera House")
  private let work = Waypoint(.appleStore, name: "Apple Store")
  private let folder: TemporaryFolder
  private let store: SavedPlaceStore

  init() throws {
    folder = try TemporaryFolder()
    store = SavedPlaceStore(path: folder.path(of: "places.json"))
  }

  @Test func `Each rider of a home has places of their own`() throws {
    try store.save(home, as: .home, of: RiderProfile.johnny.id)

    #expect(try store.places(of: RiderProfile.johnny.id) == ["home": home])
    #expect(try store.places(of: Identifier("another")) == [:])
    try store.removeAll(of: RiderProfile.johnny.id)
    #expect(try store.places(of: RiderProfile.johnny.id) == [:])
  }

  @Test func `Places that are saved at once are all kept`() async throws {
    let path = folder.path(of: "places.json")
    let riders = (1...20).map { Identifier<RiderProfile>("rider-\($0)") }

    try await withThrowingTaskGroup { group in
      for rider in riders {
        group.addTask { try SavedPlaceStore(path: path).save(home, as: .home, of: rider) }
        group.addTask { try SavedPlaceStore(path: path).save(work, as: .work, of: rider) }
      }
      try await group.waitForAll()
    }

    for rider in riders {
      #expect(try store.places(of: rider) == ["home": home, "work": work])
    }
  }

  @Test func `Taking a name that no place has makes no file`() throws {
    #expect(try store.remove(.home, of: RiderProfile.johnny.id) == false)

    #expect(try FileStatus(of: folder.path(of: "places.json")) == nil)
  }
}
