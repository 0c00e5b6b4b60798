import Glibc

/// Names a square of the map, as tile servers do: at each zoom the globe between 85.05° south and
/// north is a square of `2^zoom` columns and rows from the north-west, in the Web Mercator projection.
/// Source: OpenStreetMap wiki, "Slippy map tilenames".
public struct MapTileAddress: Codable, Hashable, Sendable {
  /// The zooms that there are: 12 has the main roads, 13 also those that lead to them, 14 all.
  public static let zooms = 12...14

  public let zoom: Int
  public let x: Int
  public let y: Int

  public init(zoom: Int, x: Int, y: Int) { (self.zoom, self.x, self.y) = (zoom, x, y) }

  /// The square that a location is in.
  public init(containing location: Location, zoom: Int) {
    let count = Self.count(zoom)
    let sine = sin(min(85.05, max(-85.05, location.latitude)) * .pi / 180)
    let (x, y) = (
      (location.longitude + 180) / 360 * count,
      (0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)) * count
    )
    self.init(zoom: zoom, x: min(Int(count) - 1, Int(x)), y: min(Int(count) - 1, Int(y)))
  }

  /// Whether the zoom is one of ``zooms``, and the column and row exist.
  public var isValid: Bool {
    guard Self.zooms.contains(zoom) else { return false }
    let range = 0..<Int(Self.count(zoom))
    return range.contains(x) && range.contains(y)
  }

  /// The square of a lower zoom around this one.
  public func ancestor(zoom: Int) -> MapTileAddress {
    MapTileAddress(zoom: zoom, x: x >> (self.zoom - zoom), y: y >> (self.zoom - zoom))
  }

  /// The north-western corner, and the south-eastern one.
  public var bounds: (northWest: Location, southEast: Location) {
    (location(column: 0, row: 0), location(column: 1, row: 1))
  }

  /// The point at parts of the square's width and height, from its north-western corner.
  public func location(column: Double, row: Double) -> Location {
    let count = Self.count(zoom)
    let latitude = atan(sinh(.pi * (1 - 2 * (Double(y) + row) / count))) * 180 / .pi
    let longitude = (Double(x) + column) / count * 360 - 180
    return Location(nearestTo: latitude, min(180, max(-180, longitude)))
  }

  private static func count(_ zoom: Int) -> Double { Double(1 << min(zoom, 30)) }
}

/// What a map shows in one square.
public struct MapTile: Codable, Equatable, Sendable {
  /// How important a street is, the least first.
  public enum StreetClass: String, Codable, CaseIterable, Sendable {
    case local, collector, major, motorway
  }

  /// A part of a street.
  public struct Street: Codable, Equatable, Sendable {
    public let kind: StreetClass
    public let name: String?
    public let line: MapLine

    public init(kind: StreetClass, name: String?, line: MapLine) {
      (self.kind, self.name, self.line) = (kind, name, line)
    }
  }

  public enum AreaKind: String, Codable, CaseIterable, Sendable {
    case water, park
  }

  /// Land or water inside of closed lines; a line within another one is the edge of a hole.
  public struct Area: Codable, Equatable, Sendable {
    public let kind: AreaKind
    public let rings: [MapLine]
    public init(kind: AreaKind, rings: [MapLine]) { (self.kind, self.rings) = (kind, rings) }
  }

  /// What a name is that of, the most important first.
  public enum PlaceKind: String, Codable, CaseIterable, Sendable {
    case city, town, landmark, station, suburb, water
  }

  /// A name at a point.
  public struct Place: Codable, Equatable, Sendable {
    public let kind: PlaceKind
    public let name: String
    public let location: Location

    public init(kind: PlaceKind, name: String, location: Location) {
      (self.kind, self.name, self.location) = (kind, name, location)
    }
  }

  public var streets: [Street]
  public var areas: [Area]
  public var places: [Place]
  /// Whom the map names as the source of its data; `nil` for Koober's own.
  public var attribution: String?

  public init(
    streets: [Street] = [], areas: [Area] = [], places: [Place] = [], attribution: String? = nil
  ) {
    (self.streets, self.areas, self.places) = (streets, areas, places)
    self.attribution = attribution
  }

  /// What is due to those who made the data. Source: https://www.openstreetmap.org/copyright
  public static let openStreetMap = "© OpenStreetMap contributors"
}

extension [MapTile.Place] {
  /// The place whose name says best where a location is: the nearest one on land, within a kilometer.
  public func nearest(to location: Location) -> MapTile.Place? {
    var nearest: (place: MapTile.Place, distance: Double)?
    // A hundredth of a degree to the north is more than a kilometer.
    for place in self where abs(place.location.latitude - location.latitude) < 0.01 {
      let distance = place.location.distance(to: location)
      if place.kind != .water, distance < nearest?.distance ?? 1000 { nearest = (place, distance) }
    }
    return nearest?.place
  }
}

/// A line on the map, written as an encoded polyline.
public struct MapLine: Codable, Equatable, Sendable {
  /// The most points that a line is read with.
  static let mostPoints = 100_000

  public let points: [Location]

  public init(_ points: [Location]) { self.points = points }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let points = Polyline.decode(Array(text.utf8)[...], atMost: Self.mostPoints) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the text is no line on the globe")
    }
    self.points = points
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Polyline.encode(points))
  }
}
