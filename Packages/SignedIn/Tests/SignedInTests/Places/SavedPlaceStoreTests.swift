import Basics
import Core
import CoreTesting
import Testing

@testable import SignedIn

struct SavedPlaceStoreTests {
  private let home = Waypoint(.operaHouse, name: "Opera House")
  private let work = Waypoint(.appleStore, name: "Apple Store")
  private let folder: TemporaryFolder
  private let store: SavedPlaceStore

  init() throws {
    folder = try TemporaryFolder()
    store = SavedPlaceStore(path: folder.path(of: "places.json"), rider: RiderProfile.johnny.id)
  }

  @Test func `Each rider of a home has places of their own`() throws {
    let others = SavedPlaceStore(
      path: folder.path(of: "places.json"), rider: Identifier("another"))
    try others.save(work, as: .work)
    try store.save(home, as: .home)

    #expect(try store.place(.home) == home)
    #expect(try store.place(.work) == nil)
    #expect(try others.place(.home) == nil)
    try store.removeAll()
    #expect(try store.place(.home) == nil)
    #expect(try others.place(.work) == work)
  }

  @Test func `Places that are saved at once are all kept`() async throws {
    let path = folder.path(of: "places.json")
    let stores = (1...20).map { SavedPlaceStore(path: path, rider: Identifier("rider-\($0)")) }

    try await withThrowingTaskGroup { group in
      for store in stores {
        group.addTask { try store.save(home, as: .home) }
        group.addTask { try store.save(work, as: .work) }
      }
      try await group.waitForAll()
    }

    for store in stores {
      #expect(try store.place(.home) == home)
      #expect(try store.place(.work) == work)
    }
  }

  @Test func `Taking a name that no place has makes no file`() throws {
    #expect(try store.remove(.home) == false)

    #expect(try FileStatus(of: folder.path(of: "places.json")) == nil)
  }
}
