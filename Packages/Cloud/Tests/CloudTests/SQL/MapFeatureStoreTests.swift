import Core
import CoreTesting
import Testing

@testable import Cloud
@testable import CloudStore

struct MapFeatureStoreTests {
  private static let square = MapTileAddress(containing: .operaHouse, zoom: 12)

  private static func feature(_ id: String, _ name: String) -> MapFeature {
    MapFeature(
      square: square, id: id,
      place: MapTile.Place(kind: .city, name: name, location: .operaHouse))
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A feature that is written again is another one`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let park = MapTile.Area(
        kind: .park,
        rings: [
          MapLine(
            [(0.0, 0.0), (0, 0.01), (0.01, 0.01), (0, 0)].map { north, east in
              Location(
                nearestTo: Location.operaHouse.latitude + north,
                Location.operaHouse.longitude + east)
            })
        ])
      try store.write([
        Self.feature("n1", "Old"), Self.feature("n2", "Sydney's \"Quay\""),
        MapFeature(square: Self.square, id: "a1", area: park),
      ])
      try store.write([Self.feature("n1", "New")])
      try store.write([])
      let moved = MapTileAddress(zoom: 12, x: 7, y: 7)
      try store.write([
        MapFeature(
          square: moved, id: "n3",
          place: MapTile.Place(kind: .city, name: "Moved", location: moved.bounds.northWest))
      ])
      try store.write([Self.feature("n3", "Back")])

      let tile = try store.mapFeatures(in: Self.square)
      #expect(tile.places.map(\.name) == ["New", "Sydney's \"Quay\"", "Back"])
      #expect(try store.mapPlaces(in: moved).isEmpty)
      #expect(tile.areas.map(\.kind) == [.park])
      #expect(try store.mapPlaces(in: Self.square).map(\.name).count == 3)
      #expect(try store.mapPlaces(in: MapTileAddress(zoom: 12, x: 0, y: 0)).isEmpty)
      #expect(try store.mapFeatures(in: MapTileAddress(zoom: 12, x: 0, y: 0)) == MapTile())
    }
  }
}
