import Core
import Testing

struct MapTileTests {
  /// Numbers of the tile servers of OpenStreetMap.
  @Test(arguments: [
    (Location(nearestTo: 47.141, 9.5209), 12, 2156, 1438),
    (Location(nearestTo: -33.858667, 151.214028), 14, 15073, 9831),
    (Location(nearestTo: 0, 0), 13, 4096, 4096), (Location(nearestTo: 90, -180), 12, 0, 0),
    (Location(nearestTo: -90, 180), 12, 4095, 4095),
  ])
  func `A location is in a square`(location: Location, zoom: Int, x: Int, y: Int) {
    let square = MapTileAddress(containing: location, zoom: zoom)

    #expect(square == MapTileAddress(zoom: zoom, x: x, y: y))
    #expect(square.isValid)
  }

  @Test func `The corners of a square are those of its neighbors`() {
    let square = MapTileAddress(zoom: 13, x: 4312, y: 2878)
    let (northWest, southEast) = square.bounds
    let next = MapTileAddress(zoom: 13, x: 4313, y: 2879)

    #expect(southEast.distance(to: next.bounds.northWest) < 0.001)
    #expect(MapTileAddress(containing: square.location(column: 0.5, row: 0.5), zoom: 13) == square)
    #expect(northWest.latitude > southEast.latitude)
    #expect(square.ancestor(zoom: 12) == MapTileAddress(zoom: 12, x: 2156, y: 1439))
    #expect(square.ancestor(zoom: 13) == square)
  }

  @Test(arguments: [(11, 0, 0), (15, 0, 0), (12, -1, 0), (12, 0, 4096), (14, 1 << 40, 0)])
  func `There are squares of three zooms`(zoom: Int, x: Int, y: Int) {
    #expect(!MapTileAddress(zoom: zoom, x: x, y: y).isValid)
  }

  @Test func `A tile is read as it was written`() throws {
    let tile = MapTile(
      streets: [
        MapTile.Street(
          kind: .major, name: "George Street",
          line: MapLine([Location(nearestTo: 1, 2), Location(nearestTo: 1.00001, 2.5)])),
        MapTile.Street(kind: .local, name: nil, line: MapLine([])),
      ],
      areas: [MapTile.Area(kind: .water, rings: [MapLine([Location(nearestTo: -1, -2)])])],
      places: [
        MapTile.Place(kind: .station, name: "Wynyard", location: Location(nearestTo: 1, 2))
      ], attribution: MapTile.openStreetMap)

    #expect(try JSONCoding.decode(MapTile.self, from: JSONCoding.encode(tile)) == tile)
    #expect(throws: DecodingError.self) {
      try JSONCoding.decode(MapLine.self, from: JSONCoding.encode("~~~~"))
    }
  }

  @Test func `A location is called after the nearest name on land`() {
    let places = [
      MapTile.Place(kind: .water, name: "Cove", location: Location(nearestTo: 0, 0)),
      MapTile.Place(kind: .suburb, name: "Rocks", location: Location(nearestTo: 0, 0.002)),
      MapTile.Place(kind: .station, name: "Quay", location: Location(nearestTo: 0, 0.003)),
    ]

    #expect(places.nearest(to: Location(nearestTo: 0, 0))?.name == "Rocks")
    #expect(places.nearest(to: Location(nearestTo: 0, 0.0029))?.name == "Quay")
    #expect(places.nearest(to: Location(nearestTo: 0, 0.02)) == nil)
  }
}
