import Basics
import Core
import CoreTesting
import Testing

@testable import SignedIn

struct PlaceResolverTests {
  @Test(arguments: [
    ("2", Waypoint(.appleStore, name: "Apple Store")),
    ("apple", Waypoint(.appleStore, name: "Apple Store")),
    ("OPERA house", Waypoint(.operaHouse, name: "Opera House")),
    ("-33.858667,151.214028", Waypoint(.operaHouse)),
  ])
  func `An id, a name or a location means one place`(text: String, waypoint: Waypoint) async throws
  {
    let resolver = makeResolver([.operaHouse, .appleStore, .operaBar])

    #expect(try await resolver.resolve(PlaceReference(parsing: text)) == waypoint)
  }

  @Test func `A name of several places lists them`() async throws {
    let resolver = makeResolver([.operaHouse, .appleStore, .operaBar])

    await #expect(
      throws: PlaceReferenceError.ambiguous(text: "opera", candidates: [.operaHouse, .operaBar])
    ) {
      try await resolver.resolve(.text("opera"))
    }
  }

  @Test(arguments: ["nowhere", "", "  "])
  func `A name of no place is reported`(text: String) async throws {
    let resolver = makeResolver([.operaHouse])

    await #expect(throws: PlaceReferenceError.unknown(text: text.trimmingBlanks, similar: nil)) {
      try await resolver.resolve(.text(text))
    }
  }

  @Test func `Numbers off the globe are no name`() {
    #expect(throws: LocationError.outOfRange(name: "latitude", value: 91, limit: 90)) {
      try PlaceReference(parsing: "91,0")
    }
  }

  @Test func `A name with a mistake is refused with the one that was meant`() async throws {
    let resolver = makeResolver([.operaHouse, .appleStore])

    let error = await #expect(throws: PlaceReferenceError.self) {
      try await resolver.resolve(.text("apqle"))
    }

    #expect(error == .unknown(text: "apqle", similar: "Apple Store"))
    #expect(error?.problem.hint.hasPrefix("Did you mean 'Apple Store'?") == true)
  }

  @Test(arguments: ["home", " Home "])
  func `The name that a rider has given a place means it`(text: String) async throws {
    let resolver = makeResolver([Place(id: Identifier("9"), name: "Home", location: .appleStore)])
    let named = Waypoint(.operaHouse, name: "Opera House")

    let before = try await resolver.resolve(.text(text))
    try resolver.saved.save(named, as: .home)

    #expect(before == Waypoint(.appleStore, name: "Home"))
    #expect(try await resolver.resolve(.text(text)) == named)
    #expect(try await resolver.resolve(.text("9")) == before)
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func makeResolver(_ places: [Place]) -> PlaceResolver {
    PlaceResolver(
      placeRemoteAPI: FakePlaceRemoteAPI(places: places),
      saved: SavedPlaceStore(
        path: folder.path(of: "places.json"), rider: RiderProfile.johnny.id), near: nil)
  }
}
