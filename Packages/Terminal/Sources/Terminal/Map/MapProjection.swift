internal import Glibc

/// Where points of the globe lie on a grid of dots.
///
/// Equirectangular, true to scale at its center: degrees of longitude are shortened by the cosine
/// of the center's latitude. Source: J. P. Snyder, "Map Projections: A Working Manual", U.S.
/// Geological Survey Professional Paper 1395 (1987), 12.
public struct MapProjection: Sendable, Equatable {
  /// The point in the middle of the grid.
  public let center: MapPoint

  /// How wide one dot is, in meters.
  public let metersPerDot: Double

  /// The dots of the grid.
  public let dots: (wide: Int, high: Int)

  /// How much taller a dot is than wide: 1 for braille, 2 for whole cells.
  public let dotAspect: Double

  init(
    center: MapPoint, metersPerDot: Double, dotsWide: Int, dotsHigh: Int, dotAspect: Double
  ) {
    self.center = center
    self.metersPerDot = metersPerDot
    self.dots = (max(1, dotsWide), max(1, dotsHigh))
    self.dotAspect = dotAspect
  }

  public static func == (a: MapProjection, b: MapProjection) -> Bool {
    a.center == b.center && a.metersPerDot == b.metersPerDot && a.dots == b.dots
      && a.dotAspect == b.dotAspect
  }

  /// The same part of the globe at another scale.
  func scaled(to metersPerDot: Double) -> MapProjection {
    MapProjection(
      center: center, metersPerDot: metersPerDot, dotsWide: dots.wide, dotsHigh: dots.high,
      dotAspect: dotAspect)
  }

  /// The position of a point in dots from the upper left one, whose own position is (0, 0).
  public func position(of point: MapPoint) -> (x: Double, y: Double) {
    let east =
      MapPoint.wrapped(point.longitude - center.longitude) * MapPoint.metersPerDegree
      * cos(center.latitude * .pi / 180)
    let north = (point.latitude - center.latitude) * MapPoint.metersPerDegree
    return position(east: east, north: north)
  }

  /// The position in dots of what lies so many meters from the center.
  func position(east: Double, north: Double) -> (x: Double, y: Double) {
    (
      Double(dots.wide - 1) / 2 + east / metersPerDot,
      Double(dots.high - 1) / 2 - north / (metersPerDot * dotAspect)
    )
  }

  /// The dot that is nearest to a point; `nil` outside the grid.
  public func dot(of point: MapPoint) -> (x: Int, y: Int)? {
    let (x, y) = position(of: point)
    let isInside =
      (-0.5..<Double(dots.wide) - 0.5).contains(x) && (-0.5..<Double(dots.high) - 0.5).contains(y)
    return isInside ? (Int(x.rounded()), Int(y.rounded())) : nil
  }
}

extension MapProjection {
  /// The largest scale at which all points are on the grid, with a margin around them.
  ///
  /// - Parameter minimumSpan: Meters that the grid shows at least from side to side.
  static func fitting(
    _ points: [MapPoint], dotsWide: Int, dotsHigh: Int, dotAspect: Double,
    minimumSpan: Double = 200
  ) -> MapProjection {
    let valid = points.filter(\.isValid)
    let bounds = MapBounds(valid)
    let usable = (wide: usable(dotsWide), high: usable(dotsHigh) * dotAspect)
    let needed = max(bounds.meters.east / usable.wide, bounds.meters.north / usable.high)
    let least = minimumSpan / Double(max(dotsWide, 1))
    return MapProjection(
      center: bounds.center, metersPerDot: max(needed, least), dotsWide: dotsWide,
      dotsHigh: dotsHigh, dotAspect: dotAspect)
  }

  /// The dots between a margin of a tenth at each side.
  private static func usable(_ dots: Int) -> Double {
    max(0.8, Double(dots - 1) * 0.8)
  }
}

/// The rectangle around points; longitudes are compared across the antimeridian.
struct MapBounds {
  private(set) var center = MapPoint(latitude: 0, longitude: 0)
  private(set) var meters: (east: Double, north: Double) = (0, 0)

  init(_ points: [MapPoint]) {
    guard let first = points.first else { return }
    let latitudes = points.map(\.latitude)
    let longitudes = points.map { MapPoint.wrapped($0.longitude - first.longitude) }
    let south = latitudes.min() ?? 0
    let north = latitudes.max() ?? 0
    let west = longitudes.min() ?? 0
    let east = longitudes.max() ?? 0
    center = MapPoint(
      latitude: (south + north) / 2,
      longitude: MapPoint.wrapped(first.longitude + (west + east) / 2))
    let scale = cos(center.latitude * .pi / 180)
    meters = (
      (east - west) * MapPoint.metersPerDegree * scale, (north - south) * MapPoint.metersPerDegree
    )
  }
}
