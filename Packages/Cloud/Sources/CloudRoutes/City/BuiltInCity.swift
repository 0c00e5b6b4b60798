import Basics
import CloudDomain
public import Core
import Glibc

/// A city around the default location, after Sydney's shape: one graph of streets that cars drive on
/// and maps show, with the harbor, the parks and the names of places.
///
/// Its file has a line for each street, area and name: the kind, the name, and encoded polylines. Two
/// streets cross where they have a point in common; an area has one closed line for each edge.
public struct BuiltInCity: Sendable {
  /// The rectangle that has all streets.
  private static let (south, north) = (-33.906, -33.827)
  private static let (west, east) = (151.171, 151.256)

  struct Street {
    let kind: MapTile.StreetClass
    let name: String?
    /// The junctions and bends, by their numbers.
    let corners: [Int32]
  }

  /// A straight piece of a street, both ends by their numbers.
  struct Segment {
    let start, end: Int32
    let kind: MapTile.StreetClass
  }

  private(set) var corners: [Location] = []
  private(set) var points: [PlanePoint] = []
  private(set) var streets: [Street] = []
  private(set) var segments: [Segment] = []
  private(set) var areas: [MapTile.Area] = []
  package private(set) var places: [MapTile.Place] = []
  private(set) var graph = StreetGraph()
  private(set) var index = SegmentIndex()

  /// Reads the file of the city, which takes about as long as opening a database.
  init() {
    // By whole hundred thousandths of a degree, which are hashed faster than locations.
    var numbers: [Int: Int32] = [:]
    numbers.reserveCapacity(4096)
    for line in PackageResources.sydney_tsv.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }  // The last line is empty.
      let (kind, name) = (String(decoding: fields[0], as: UTF8.self), fields[1])
      let lines = fields[2].split(separator: UInt8(ascii: " ")).compactMap {
        Polyline.decode($0, atMost: 1000)
      }
      guard let first = lines.first else { continue }
      if let street = MapTile.StreetClass(rawValue: kind) {
        add(street, name, first, numbers: &numbers)
      } else if first.count == 1, let place = MapTile.PlaceKind(rawValue: kind) {
        let name = String(decoding: name, as: UTF8.self)
        places.append(MapTile.Place(kind: place, name: name, location: first[0]))
      } else if let area = MapTile.AreaKind(rawValue: kind) {
        areas.append(MapTile.Area(kind: area, rings: lines.map(MapLine.init)))
      }
    }
    graph = StreetGraph(points, segments)
    index = SegmentIndex(points, segments)
  }

  private mutating func add(
    _ kind: MapTile.StreetClass, _ name: ArraySlice<UInt8>, _ line: [Location],
    numbers: inout [Int: Int32]
  ) {
    let street = line.map { corner in
      let key =
        Int((corner.latitude * 1e5).rounded()) << 32 ^ Int((corner.longitude * 1e5).rounded())
      if let known = numbers[key] { return known }
      let number = Int32(corners.count)
      numbers[key] = number
      corners.append(corner)
      points.append(Self.point(corner))
      return number
    }
    streets.append(
      Street(
        kind: kind, name: name.isEmpty ? nil : String(decoding: name, as: UTF8.self),
        corners: street))
    for (start, end) in zip(street, street.dropFirst()) {
      segments.append(Segment(start: start, end: end, kind: kind))
    }
  }

  /// Returns what a map shows in a square.
  package func tile(_ address: MapTileAddress) -> MapTile {
    let bounds = MapBounds(address)
    return MapTile(
      streets: streets.filter { $0.kind.isShown(at: address.zoom) }.flatMap { street in
        bounds.parts(of: street.corners.map { corners[Int($0)] }).map { part in
          MapTile.Street(kind: street.kind, name: street.name, line: MapLine(part))
        }
      },
      areas: areas.compactMap { bounds.clip($0, tolerance: address.tolerance) },
      places: places.filter { place in
        place.kind.isShown(at: address.zoom)
          && MapTileAddress(containing: place.location, zoom: address.zoom) == address
      })
  }

  /// Whether a location is in the rectangle of the city.
  public static func contains(_ location: Location) -> Bool {
    (south...north).contains(location.latitude) && (west...east).contains(location.longitude)
  }

  private static let metersPerDegree = Location.earthRadius * .pi / 180
  private static let metersPerDegreeEast = metersPerDegree * cos((south + north) / 2 * .pi / 180)

  static func point(_ location: Location) -> PlanePoint {
    PlanePoint(
      x: (location.longitude - west) * metersPerDegreeEast,
      y: (location.latitude - south) * metersPerDegree)
  }

  /// The point on a street that is nearest to a location of the city.
  func nearest(to location: Location) -> StreetPoint? {
    index.nearest(to: Self.point(location), points, segments)
  }

  /// The location of a point on a street.
  func location(of point: StreetPoint) -> Location {
    let segment = segments[point.segment]
    return corners[Int(segment.start)].moved(by: point.part, to: corners[Int(segment.end)])
  }

  /// Returns the nearest point on a street; the location itself outside of the city.
  public func onStreet(_ location: Location) -> Location {
    guard Self.contains(location), let nearest = nearest(to: location) else { return location }
    return self.location(of: nearest)
  }
}

/// A point on a piece of a street.
struct StreetPoint {
  let segment: Int
  /// From 0 at the start of the piece to 1 at its end.
  let part: Double
}

/// The pieces of streets by the squares of a grid that they touch.
struct SegmentIndex {
  /// The width of a square in meters: about two blocks.
  private static let cell = 250.0

  private var columns = 0
  private var rows = 0
  /// The numbers of the pieces in each square, row by row.
  private var cells: [[Int]] = []

  init() {}

  init(_ points: [PlanePoint], _ segments: [BuiltInCity.Segment]) {
    columns = Int((points.map(\.x).max() ?? 0) / Self.cell) + 1
    rows = Int((points.map(\.y).max() ?? 0) / Self.cell) + 1
    cells = [[Int]](repeating: [], count: columns * rows)
    for (number, segment) in segments.enumerated() {
      let (a, b) = (points[Int(segment.start)], points[Int(segment.end)])
      for row in Int(min(a.y, b.y) / Self.cell)...Int(max(a.y, b.y) / Self.cell) {
        for column in Int(min(a.x, b.x) / Self.cell)...Int(max(a.x, b.x) / Self.cell) {
          cells[row * columns + column].append(number)
        }
      }
    }
  }

  /// Looks in the squares around a point, farther until nothing outside can be nearer.
  func nearest(
    to point: PlanePoint, _ points: [PlanePoint], _ segments: [BuiltInCity.Segment]
  ) -> StreetPoint? {
    let column = min(columns - 1, max(0, Int(point.x / Self.cell)))
    let row = min(rows - 1, max(0, Int(point.y / Self.cell)))
    var best: (point: StreetPoint, distance: Double)?
    for reach in 1...max(columns, rows) {
      for row in max(0, row - reach)...min(rows - 1, row + reach) {
        for column in max(0, column - reach)...min(columns - 1, column + reach) {
          for number in cells[row * columns + column] {
            let segment = segments[number]
            let (nearest, part) = point.nearest(
              onLegFrom: points[Int(segment.start)], to: points[Int(segment.end)])
            let distance = nearest.distance(to: point)
            guard best.map({ distance < $0.distance }) ?? true else { continue }
            best = (StreetPoint(segment: number, part: part), distance)
          }
        }
      }
      if let best, best.distance <= Double(reach) * Self.cell { return best.point }
    }
    return best?.point
  }
}
