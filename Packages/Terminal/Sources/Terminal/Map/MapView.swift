internal import Glibc

/// A map of markers, a route and the grid of streets.
public struct MapView: Sendable, Equatable {
  public var markers: [MapMarker]

  /// The corners of the way that is driven.
  public var route: [MapPoint]

  /// The distance between two streets in metres; no streets without one.
  public var streetSpacing: Double?

  /// The direction of one half of the streets, in degrees clockwise from north; the others run
  /// across.
  public var streetBearing: Double

  /// The points that must be seen; all markers and the route when it is empty.
  ///
  /// A fixed choice keeps the map still while cars move on it.
  public var focus: [MapPoint]

  /// Creates a map.
  public init(
    markers: [MapMarker] = [], route: [MapPoint] = [], streetSpacing: Double? = 250,
    streetBearing: Double = 0, focus: [MapPoint] = []
  ) {
    self.markers = markers
    self.route = route
    self.streetSpacing = streetSpacing
    self.streetBearing = streetBearing
    self.focus = focus
  }

  /// The way from one point to another with one turn: first along the streets of a bearing, in
  /// degrees clockwise from north, then across.
  public static func streetRoute(
    from start: MapPoint, to end: MapPoint, bearing: Double = 0
  ) -> [MapPoint] {
    let scale = max(0.01, cos((start.latitude + end.latitude) / 2 * .pi / 180))
    let east = MapPoint.wrapped(end.longitude - start.longitude) * scale
    let direction = (east: sin(bearing * .pi / 180), north: cos(bearing * .pi / 180))
    let along = east * direction.east + (end.latitude - start.latitude) * direction.north
    let turn = MapPoint(
      latitude: start.latitude + along * direction.north,
      longitude: start.longitude + along * direction.east / scale)
    return [start, turn, end]
  }

  /// Where the points lie when the map is drawn into a rectangle: in braille there are two dots
  /// in a cell's width and four in its height, otherwise a cell is one dot.
  public func projection(for region: Region, isUnicode: Bool) -> MapProjection {
    let points = focus.isEmpty ? markers.map(\.point) + route : focus
    let scale = isUnicode ? (wide: 2, high: 4) : (wide: 1, high: 1)
    return MapProjection.fitting(
      points, dotsWide: region.columns * scale.wide, dotsHigh: region.rows * scale.high,
      dotAspect: isUnicode ? 1 : 2)
  }

  // MARK: - Facts

  /// What the map shows, in words: distances and directions are seen from the pick-up point, or
  /// from the first marker where there is none.
  public var facts: [Styled] {
    let origin = markers.first { $0.kind == .pickup } ?? markers.first
    var facts = markers.map { marker in
      let place = Self.place(of: marker, from: origin)
      guard !marker.label.isEmpty else { return Styled(marker.kind.name + place) }
      return Styled("\(marker.kind.name)\(place.isEmpty ? ":" : "") \(marker.label)\(place)")
    }
    if route.count > 1 { facts.append("Route: \(DistanceText.distance(routeLength))") }
    return facts
  }

  private static func place(of marker: MapMarker, from origin: MapMarker?) -> String {
    guard let origin, marker != origin, marker.point.isValid else { return "" }
    let (east, north) = origin.point.offset(to: marker.point)
    let meters = (east * east + north * north).squareRoot()
    guard meters >= 5 else { return ": at the \(origin.kind.name.lowercased())" }
    let direction = DistanceText.direction(east: east, north: north)
    return ": \(DistanceText.distance(meters)) \(direction) of the \(origin.kind.name.lowercased())"
  }

  private var routeLength: Double {
    zip(route, route.dropFirst()).reduce(0) { length, leg in
      let (east, north) = leg.0.offset(to: leg.1)
      return length + (east * east + north * north).squareRoot()
    }
  }
}
