package import Core

/// A rectangle on the globe, in degrees, a little larger than a square of the map.
package struct MapBounds {
  /// The part of a square's width that its neighbors have as well, so that no gap is seen.
  private static let margin = 0.05

  package let south, west, north, east: Double

  package init(_ address: MapTileAddress) { self.init(from: address, to: address) }

  /// The rectangle around all squares from a north-western to a south-eastern one.
  package init(from first: MapTileAddress, to last: MapTileAddress) {
    let northWest = first.location(column: -Self.margin, row: -Self.margin)
    let southEast = last.location(column: 1 + Self.margin, row: 1 + Self.margin)
    (north, west) = (northWest.latitude, northWest.longitude)
    (south, east) = (southEast.latitude, southEast.longitude)
  }

  /// Whether the rectangle around two points touches this one.
  package func touches(_ a: Location, _ b: Location) -> Bool {
    max(a.latitude, b.latitude) >= south && min(a.latitude, b.latitude) <= north
      && max(a.longitude, b.longitude) >= west && min(a.longitude, b.longitude) <= east
  }

  /// Returns the parts of a line whose legs are near the rectangle.
  package func parts(of line: [Location]) -> [[Location]] {
    var parts: [[Location]] = []
    var isOpen = false
    for (a, b) in zip(line, line.dropFirst()) {
      if !touches(a, b) {
        isOpen = false
      } else if isOpen {
        parts[parts.count - 1].append(b)
      } else {
        parts.append([a, b])
        isOpen = true
      }
    }
    return parts
  }

  /// Returns the part of a closed line's inside; `nil` without one. Source: I. Sutherland and
  /// G. Hodgman, "Reentrant polygon clipping", Communications of the ACM 17 (1974).
  package func clip(_ ring: [Location]) -> [Location]? {
    var ring = ring
    let edges: [(position: (Location) -> Double, limit: Double, sign: Double)] = [
      (\.latitude, south, 1), (\.latitude, north, -1), (\.longitude, west, 1),
      (\.longitude, east, -1),
    ]
    for (position, limit, sign) in edges {
      func depth(_ point: Location) -> Double { (position(point) - limit) * sign }
      var clipped: [Location] = []
      for (a, b) in zip(ring, ring.dropFirst()) {
        let (first, second) = (depth(a), depth(b))
        if first >= 0 { clipped.append(a) }
        guard (first >= 0) != (second >= 0) else { continue }
        let part = first / (first - second)
        clipped.append(
          Location(
            nearestTo: a.latitude + (b.latitude - a.latitude) * part,
            a.longitude + (b.longitude - a.longitude) * part))
      }
      guard let first = clipped.first else { return nil }
      ring = clipped + [first]
    }
    return ring.count > 3 ? ring : nil
  }

  /// Returns the part of an area; `nil` without one. A line that is not closed, such as a coast, stays
  /// a line. The sides along the rectangle stay exact, so that a map can tell them from shores.
  package func clip(_ area: MapTile.Area, tolerance: Double) -> MapTile.Area? {
    let lines = area.rings.flatMap { ring -> [[Location]] in
      let points = PathSimplification.simplify(ring.points, tolerance: tolerance)
      guard points.first == points.last else { return parts(of: points) }
      return clip(points).map { [$0] } ?? []
    }
    return lines.isEmpty ? nil : MapTile.Area(kind: area.kind, rings: lines.map(MapLine.init))
  }
}

extension MapTileAddress {
  /// How far a corner that is left out may be from a line, in meters: an eighth of a cell.
  package var tolerance: Double { 2.5 * Double(1 << max(0, Self.zooms.upperBound - zoom)) }
}

extension MapTile.StreetClass {
  /// Whether streets of the class are drawn at a zoom.
  package func isShown(at zoom: Int) -> Bool {
    switch self {
    case .motorway, .major: true
    case .collector: zoom > 12
    case .local: zoom > 13
    }
  }
}

extension MapTile.PlaceKind {
  /// Whether names of the kind are shown at a zoom.
  package func isShown(at zoom: Int) -> Bool {
    switch self {
    case .city, .town: true
    case .suburb, .landmark, .water: zoom > 12
    case .station: zoom > 13
    }
  }
}
