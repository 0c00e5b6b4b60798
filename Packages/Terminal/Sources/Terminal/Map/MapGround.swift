/// The land under a map: streets, waters, parks and the names of places.
public struct MapGround: Sendable, Equatable {
  /// How important a street is, the least first.
  public enum StreetClass: UInt8, Sendable {
    case local, collector, major, motorway

    /// The largest scale at which streets of the class are drawn, in meters per column; more of them
    /// would cover the map.
    public var coarsestScale: Double {
      switch self {
      case .local: 26
      case .collector: 60
      case .major: 150
      case .motorway: .infinity
      }
    }
  }

  /// A part of a street.
  public struct Street: Sendable, Equatable {
    public let kind: StreetClass
    /// Empty for a street without a name.
    public let name: String
    public let points: [MapPoint]

    public init(kind: StreetClass, name: String, points: [MapPoint]) {
      (self.kind, self.name, self.points) = (kind, name, points)
    }
  }

  /// Water or a park inside of closed lines, the inner ones around holes; a line that is not closed,
  /// such as a coast, has no inside.
  public struct Area: Sendable, Equatable {
    public let isWater: Bool
    public let rings: [[MapPoint]]

    public init(isWater: Bool, rings: [[MapPoint]]) {
      (self.isWater, self.rings) = (isWater, rings)
    }
  }

  /// A name at a point.
  public struct Place: Sendable, Equatable {
    public enum Kind: Sendable {
      /// A building or a station, at its point.
      case landmark
      /// A town or a part of it, around its point.
      case town
      case water
    }

    public let kind: Kind
    public let name: String
    public let point: MapPoint

    public init(kind: Kind, name: String, point: MapPoint) {
      (self.kind, self.name, self.point) = (kind, name, point)
    }
  }

  public var streets: [Street]
  public var areas: [Area]
  /// The most important first.
  public var places: [Place]
  /// Whom the map has to name; empty for nobody.
  public var attribution: String

  public init(
    streets: [Street] = [], areas: [Area] = [], places: [Place] = [], attribution: String = ""
  ) {
    (self.streets, self.areas, self.places) = (streets, areas, places)
    self.attribution = attribution
  }

  /// Returns the names of the streets within `distance` meters of a line, in its order.
  public func streetNames(along line: [MapPoint], within distance: Double = 25) -> [String] {
    let named = streets.filter { !$0.name.isEmpty && $0.points.count > 1 }.map { street in
      let latitudes = street.points.map(\.latitude)
      return (street: street, south: latitudes.min() ?? 0, north: latitudes.max() ?? 0)
    }
    let reach = distance / MapPoint.metersPerDegree
    var names: [String] = []
    for (start, end) in zip(line, line.dropFirst()) {
      let (east, north) = start.offset(to: end)
      // Crossing streets are near as well, so a short leg says nothing.
      guard east * east + north * north > 60 * 60 else { continue }
      let middle = MapPoint(
        latitude: (start.latitude + end.latitude) / 2,
        longitude: start.longitude + MapPoint.wrapped(end.longitude - start.longitude) / 2)
      let near = named.filter {
        $0.south - reach <= middle.latitude && middle.latitude <= $0.north + reach
      }
      let nearest = near.map { (name: $0.street.name, distance: $0.street.distance(from: middle)) }
        .min { $0.distance < $1.distance }
      guard let nearest, nearest.distance <= distance, names.last != nearest.name else { continue }
      names.append(nearest.name)
    }
    return names
  }
}

extension MapGround.Street {
  /// The distance from a point in meters.
  fileprivate func distance(from point: MapPoint) -> Double {
    let offsets = points.map { point.offset(to: $0) }
    return zip(offsets, offsets.dropFirst()).map { a, b in
      let (dx, dy) = (b.east - a.east, b.north - a.north)
      let length = dx * dx + dy * dy
      let part = length > 0 ? min(1, max(0, -(a.east * dx + a.north * dy) / length)) : 0
      let (east, north) = (a.east + part * dx, a.north + part * dy)
      return (east * east + north * north).squareRoot()
    }.min() ?? .infinity
  }
}
