internal import Glibc

/// A map of markers, a route and the land around them.
public struct MapView: Sendable, Equatable {
  public var markers: [MapMarker]
  /// The corners of a line, such as a route along streets.
  public var route: [MapPoint]
  /// The corners of a second line, such as the way of a car to the beginning of the route.
  public var approach: [MapPoint]
  /// Which part of the map is shown.
  public var camera = MapCamera()
  /// The part of the screen that a panel hides; what must be seen is beside it.
  public var cover: Region?
  /// What is drawn below everything else.
  public var ground: MapGround

  /// The points that must be seen; all markers and the route when it is empty. A fixed choice keeps
  /// the map still while markers move on it.
  public var focus: [MapPoint]

  public init(
    markers: [MapMarker] = [], route: [MapPoint] = [], approach: [MapPoint] = [],
    ground: MapGround = MapGround(), focus: [MapPoint] = []
  ) {
    (self.markers, self.route, self.approach) = (markers, route, approach)
    (self.ground, self.focus) = (ground, focus)
  }

  /// The shortest length of the scale bar that a map chooses by itself, in meters, so that points that
  /// come closer to each other do not change it forever.
  private static let shortestBar = 100.0

  /// Where the points lie when the map is drawn into a rectangle: in braille there are two dots
  /// in a cell's width and four in its height, otherwise a cell is one dot.
  public func projection(for region: Region, isUnicode: Bool) -> MapProjection {
    let points = focus.isEmpty ? markers.map(\.point) + route : focus
    let scale = DotGrid.dotsPerCell(isUnicode: isUnicode)
    let hidden = cover.map { min($0.columns, region.columns / 2) } ?? 0
    let fitting = MapProjection.fitting(
      points, dotsWide: (region.columns - hidden) * scale.wide, dotsHigh: region.rows * scale.high,
      dotAspect: isUnicode ? 1 : 2,
      minimumSpan: Double(region.columns) * Self.shortestBar / Double(max(1, region.columns / 3)))
    var shown = camera.projection(from: fitting).widened(by: hidden * scale.wide)
    let perColumn = ScaleBar.roundScale(
      atLeast: shown.metersPerDot * Double(scale.wide), maximumColumns: region.columns / 3)
    if let perColumn { shown.metersPerDot = perColumn / Double(scale.wide) }
    // Half a cell of a tiny map would be a large part of it.
    return region.columns >= 12 && region.rows >= 6
      ? shown.snapped(toCells: scale.wide, scale.high) : shown
  }

  /// How many markers of a kind are seen when the map is drawn into a rectangle.
  public func count(of kind: MapMarker.Kind, in region: Region, isUnicode: Bool) -> Int {
    let projection = projection(for: region, isUnicode: isUnicode)
    return markers.count {
      $0.kind == kind && $0.point.isValid && projection.dot(of: $0.point) != nil
    }
  }

  /// Returns what the map shows, in words: distances and directions are seen from the first marker.
  public func facts(distance: (Double) -> String) -> [Styled] {
    var facts = markers.map { marker in
      let place = place(of: marker, distance: distance)
      guard !marker.label.isEmpty, marker.label != marker.kind.name else {
        return Styled(marker.kind.name + place)
      }
      return Styled("\(marker.kind.name)\(place.isEmpty ? ":" : "") \(marker.label)\(place)")
    }
    if route.count > 1 {
      let streets = ground.streetNames(along: route.filter(\.isValid))
      let along = streets.isEmpty ? "" : ", along \(streets.joined(separator: ", then "))"
      facts.append("Route: \(distance(routeLength))\(along)")
    }
    if !ground.attribution.isEmpty { facts.append("Map data: \(ground.attribution)") }
    return facts
  }

  private func place(of marker: MapMarker, distance: (Double) -> String) -> String {
    guard let origin = markers.first, marker != origin, origin.point.isValid, marker.point.isValid
    else { return "" }
    let (east, north) = origin.point.offset(to: marker.point)
    let meters = (east * east + north * north).squareRoot()
    guard meters >= 5 else { return ": at the \(origin.kind.name.lowercased())" }
    // One of the eight points of the compass.
    let names = [
      "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
    ]
    let direction = names[(Int((atan2(east, north) / (2 * .pi) * 8).rounded()) + 8) % 8]
    return ": \(distance(meters)) \(direction) of the \(origin.kind.name.lowercased())"
  }

  private var routeLength: Double {
    let corners = route.filter(\.isValid)
    return zip(corners, corners.dropFirst()).reduce(0) { length, leg in
      let (east, north) = leg.0.offset(to: leg.1)
      return length + (east * east + north * north).squareRoot()
    }
  }
}

/// A marker at a point of a map.
public struct MapMarker: Sendable, Hashable {
  /// How the markers of one kind are named and drawn.
  public struct Kind: Sendable, Hashable {
    /// The name that ``MapView/facts(distance:)`` uses, such as `Car`.
    public var name: String
    public var symbol: Character
    /// The symbol of a terminal that shows only ASCII.
    public var plainSymbol: Character
    public var style: Style
    /// Which of two markers in one cell is seen: the one with the higher priority.
    public var priority: Int

    public init(
      _ name: String, symbol: Character, plainSymbol: Character, style: Style, priority: Int = 0
    ) {
      (self.name, self.symbol, self.plainSymbol) = (name, symbol, plainSymbol)
      (self.style, self.priority) = (style, priority)
    }
  }

  public var kind: Kind
  public var point: MapPoint
  /// The label, also in the list of facts; may be empty.
  public var label: String

  public init(_ kind: Kind, at point: MapPoint, label: String = "") {
    (self.kind, self.point, self.label) = (kind, point, label)
  }
}
