import Basics
import Core
import CoreTesting
import Testing

@testable import Cloud
@testable import CloudStore

/// Reads extracts through osmium, as the import does.
struct OSMExtractTests {
  private let folder: TemporaryFolder
  private let cloud = TestCloud()
  private static let middle = Location(nearestTo: 47.14, 9.52)

  init() throws { folder = try TemporaryFolder() }

  private static func node(
    _ id: Int, _ east: Double, _ north: Double, _ tags: [String: String] = [:]
  ) -> String {
    """
    <node id="\(id)" version="1" lat="\(middle.latitude + north)" lon="\(middle.longitude + east)">\
    \(text(of: tags))</node>
    """
  }

  private static func way(_ id: Int, _ nodes: [Int], _ tags: [String: String]) -> String {
    """
    <way id="\(id)" version="1">\(nodes.map { "<nd ref=\"\($0)\"/>" }.joined())\(text(of: tags))\
    </way>
    """
  }

  private static func text(of tags: [String: String]) -> String {
    tags.sorted { $0.key < $1.key }
      .map { "<tag k=\"\($0.escapedForXML)\" v=\"\($1.escapedForXML)\"/>" }.joined()
  }

  /// A town with a street of two ways, a station, a lake, a park and a coast.
  private static let town = [
    node(1, 0, 0, ["place": "town", "name": "Vaduz"]),
    node(2, 0.001, 0, ["railway": "station", "name": "Bahnhof"]),
    node(3, 0.002, 0, ["amenity": "bench", "name": "Nobody goes there"]),
    node(10, 0.01, 0.01), node(11, 0.02, 0.01), node(12, 0.02, 0.02), node(13, 0.01, 0.02),
    node(20, 0, 0.001), node(21, 0.002, 0.001), node(22, 0.004, 0.001),
    node(30, -0.01, -0.01), node(31, -0.005, -0.01), node(32, -0.005, -0.005),
    node(40, -0.02, 0), node(41, -0.02, 0.01), node(42, -0.025, 0.02),
    way(1, [10, 11, 12, 13, 10], ["natural": "water", "name": "Lake"]),
    way(2, [20, 21], ["highway": "residential", "name": "Landstrasse"]),
    way(3, [21, 22], ["highway": "residential", "name": "Landstrasse"]),
    way(4, [30, 31, 32, 30], ["leisure": "park"]),
    way(5, [40, 41, 42], ["natural": "coastline"]),
  ]

  private func write(_ elements: [String] = town) throws -> String {
    try folder.write(
      "<osm version=\"0.6\">\n\(elements.joined(separator: "\n"))\n</osm>\n", to: "town.osm")
  }

  private func importTown(_ elements: [String] = town) async throws -> PlaceImportSummary {
    let path = try write(elements)
    return try await CloudContainer(dependencies: cloud).makePlaceImporter()
      .importPlaces(from: path)
  }

  private func tile(_ zoom: Int = 14) throws -> MapTile {
    try cloud.store.mapFeatures(in: MapTileAddress(containing: Self.middle, zoom: zoom))
  }

  private func names(_ query: String) async throws -> [String] {
    let search = PlaceSearch(query: query, near: nil, limit: 100)
    return try await cloud.makeClient().call(CloudAPI.searchPlaces, parameters: search)
      .places.map(\.name)
  }

  @Test func `What riders name becomes places, a street once`() async throws {
    let classes = ["town": 1, "station": 1, "street": 1]
    #expect(try await importTown() == PlaceImportSummary(imported: 3, classes: classes))
    #expect(try await names("vaduz") == ["Vaduz"])
    #expect(try await names("bahn") == ["Bahnhof"])
    #expect(try await names("land") == ["Landstrasse"])
    #expect(try await names("lake") == [])
    #expect(try await names("nobody") == [])
    #expect(try await importTown() == PlaceImportSummary(skipped: 3, classes: classes))
  }

  @Test func `Where rides go to becomes a place, counted by its class`() async throws {
    let tags = [
      "aeroway": ["aerodrome"], "public_transport": ["station"], "historic": ["castle"],
      "amenity": ["hospital", "school", "university", "bus_station", "ferry_terminal", "theatre"],
      "tourism": ["hotel", "museum"], "shop": ["mall"], "leisure": ["stadium", "park"],
    ]
    let places = tags.sorted { $0.key < $1.key }.flatMap { key, values in values.map { (key, $0) } }
    let nodes = places.enumerated().map { index, tag in
      Self.node(index + 1, 0, 0.0001 * Double(index), [tag.0: tag.1, "name": "The \(tag.1)"])
    }
    let corners = (0..<4).map { Self.node(100 + $0, Double($0 / 2), Double(($0 + 1) / 2 % 2)) }
    let area = Self.way(
      1, [100, 101, 102, 103, 100], ["amenity": "college", "building": "yes", "name": "Area"])
    let bench = Self.node(200, 0, 0, ["amenity": "bench", "shop": "kiosk", "name": "Nobody"])

    let summary = try await importTown(nodes + corners + [bench, area])

    let classes = Dictionary(uniqueKeysWithValues: places.map { ($0.1, 1) } + [("college", 1)])
    #expect(summary == PlaceImportSummary(imported: classes.count, classes: classes))
    #expect(try await names("the").count == places.count)
    #expect(try await names("area") == ["Area"])
    #expect(try Set(tile().places.map(\.name)) == ["The aerodrome", "The castle", "The museum"])
  }

  @Test func `A place is found by all of its names, and shown with the local one`() async throws {
    _ = try await importTown([
      Self.node(
        1, 0, 0, ["place": "city", "name": "Αθήνα", "name:en": "Athens", "wikidata": "Q1524"]),
      Self.node(
        2, 0, 0,
        [
          "railway": "station", "name": "新宿駅", "name:ja-Latn": "Shinjuku", "old_name": "Naitō",
        ]),
      Self.node(
        3, 0, 0,
        [
          "tourism": "museum", "name": "Museum One", "alt_name": "Old Mint;The Treasury",
          "int_name": "Musée", "name:etymology": "Peace",
        ]),
      Self.node(4, 0, 0, ["railway": "station", "name:en": "Only English Name"]),
      Self.node(5, 0, 0, ["place": "town", "name": "Two\nLines"]),
      Self.node(6, 0, 0, ["aeroway": "aerodrome", "name": "Flughafen Wien", "iata": "VIE"]),
      Self.node(20, 0, 0.001), Self.node(21, 0.002, 0.001),
      Self.way(1, [20, 21], ["highway": "residential", "name": "Улица", "name:en": "Ulitsa"]),
    ])

    for (query, name) in [
      ("athens", "Αθήνα"), ("shinjuku", "新宿駅"), ("naito", "新宿駅"), ("treasury", "Museum One"),
      ("old mint", "Museum One"), ("musee", "Museum One"), ("only english", "Only English Name"),
      ("vie", "Flughafen Wien"), ("ulitsa", "Улица"), ("two lines", "Two Lines"),
    ] {
      #expect(try await names(query) == [name], "\(query)")
    }
    #expect(try await names("peace") == [])
    #expect(try await names("q1524") == [])
  }

  @Test(arguments: [
    [5, 6, 7, 3, 4, 0, 1, 2], [7, 6, 5, 4, 3, 2, 1, 0], [0, 1, 2, 3, 4, 7, 6, 5],
  ])
  func `An extract in any order is read`(order: [Int]) async throws {
    let elements = [
      Self.node(1, 0, 0, ["place": "town", "name": "Vaduz"]),
      Self.node(20, 0, 0.001), Self.node(21, 0.002, 0.001), Self.node(22, 0.004, 0.001),
      Self.node(23, 0.006, 0.001),
      Self.way(1, [20, 21], ["highway": "residential", "name": "First Street"]),
      Self.way(2, [21, 22], ["highway": "residential", "name": "Second Street"]),
      Self.way(3, [22, 23], ["highway": "residential", "name": "Third Street"]),
    ]

    let summary = try await importTown(order.map { elements[$0] })

    #expect(summary == PlaceImportSummary(imported: 4, classes: ["street": 3, "town": 1]))
    for name in ["First Street", "Second Street", "Third Street"] {
      #expect(try await names(name) == [name])
    }
  }

  @Test func `The map gets waters, parks and names, and says whose they are`() async throws {
    _ = try await importTown()

    let near = try tile()
    let far = try tile(12)

    #expect(far.areas.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.park, .water, .water])
    #expect(far.areas.filter { $0.rings[0].points.first == $0.rings[0].points.last }.count == 2)
    #expect(near.places.map(\.name).sorted() == ["Bahnhof", "Vaduz"])
    #expect(far.places.map(\.name) == ["Vaduz"])
    #expect(near.attribution == "© OpenStreetMap contributors")
  }

  @Test func `A lake that reaches into the next squares is in each of them`() async throws {
    // Squares of zoom 12 are 0.088 degrees wide.
    let lake = [
      Self.node(1, -0.2, -0.1), Self.node(2, 0.2, -0.1), Self.node(3, 0.2, 0.1),
      Self.node(4, -0.2, 0.1), Self.way(1, [1, 2, 3, 4, 1], ["natural": "water"]),
    ]
    _ = try await importTown(lake)

    for east in [-0.19, -0.1, 0, 0.1, 0.19] {
      let square = MapTileAddress(
        containing: Location(nearestTo: Self.middle.latitude, Self.middle.longitude + east),
        zoom: 14)
      let areas = try cloud.store.mapFeatures(in: square).areas
      #expect(areas.map(\.kind) == [.water])
      #expect(areas[0].rings[0].points.count < 10)
    }
  }

  @Test func `Names with control characters and none at all are left out`() async throws {
    let summary = try await importTown([
      Self.node(1, 0, 0, ["place": "town", "name": "\u{9B}2J"]),
      Self.node(2, 0, 0, ["place": "town"]),
      Self.node(3, 0, 0, ["place": "town", "name": String(repeating: "x", count: 300)]),
      Self.node(4, 0, 0, ["place": "town", "name": "Schaan"]),
      Self.node(5, 0, 0, ["place": "town", "name": "\u{202E}ztudaV"]),
    ])

    #expect(summary == PlaceImportSummary(imported: 1, classes: ["town": 1]))
    #expect(try tile().places.map { $0.name.prefix(6) }.sorted() == ["Schaan", "xxxxxx"])
  }

  @Test(arguments: ["<osm version=\"0.6\"><node", "", "not an extract at all"])
  func `What is no extract is refused with osmium's reason`(text: String) async throws {
    let path = try folder.write(text, to: "town.osm")

    let error = await #expect(throws: PlaceImportError.self) {
      try await CloudContainer(dependencies: cloud).makePlaceImporter().importPlaces(from: path)
    }
    guard case .badExtract(path, let reason) = error else {
      return #expect(Bool(false), "\(error)")
    }
    #expect(!reason.isEmpty)
    #expect(try tile() == MapTile())
  }

  @Test func `A pipe is refused, and a name in capital letters is read`() async throws {
    let importer = CloudContainer(dependencies: cloud).makePlaceImporter()
    let pbf = folder.path(of: "TOWN.OSM.PBF")
    let made = try Subprocess.run(
      "osmium", ["cat", "--output-format", "pbf", "--output", pbf, try write()])
    #expect(made.status == .exited(0), "\(made.errorText)")

    #expect(try await importer.importPlaces(from: pbf).imported == 3)
    await #expect(throws: PlaceImportError.self) {
      try await importer.importPlaces(from: "/dev/null", format: .osm)
    }
  }

  @Test func `A file that is missing is named`() async throws {
    let path = folder.path(of: "missing.osm.pbf")

    let error = await #expect(throws: PlaceImportError.self) {
      try await CloudContainer(dependencies: cloud).makePlaceImporter().importPlaces(from: path)
    }
    guard case .file(let failure) = error else { return #expect(Bool(false), "\(error)") }
    #expect(failure.path == path)
  }

  @Test func `An import goes on with what it finds as places of the map`() async throws {
    _ = try await importTown()
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let request = RideRequest(
      pickup: Waypoint(Self.middle), dropoff: Waypoint(Location(nearestTo: 47.15, 9.53)),
      option: .wallabee)
    let ride = try await client.call(
      CloudAPI.requestRide, body: try await client.quoted(request, session: session),
      session: session)

    #expect(ride.pickup.name == "near Vaduz")
  }
}
