internal import Glibc

/// Where points of the globe lie on a grid of dots.
///
/// Equirectangular, true to scale at its center: degrees of longitude are shortened by the cosine
/// of the center's latitude. Source: J. P. Snyder, "Map Projections: A Working Manual", U.S.
/// Geological Survey Professional Paper 1395 (1987), 12.
public struct MapProjection: Sendable, Equatable {
  /// The point in the middle of the grid.
  public internal(set) var center: MapPoint
  /// How wide one dot is, in meters.
  public internal(set) var metersPerDot: Double
  /// The dots from side to side.
  private(set) var dotsWide: Int
  /// The dots from top to bottom.
  let dotsHigh: Int
  /// How much taller a dot is than wide: 1 for braille, 2 for whole cells.
  let dotAspect: Double

  /// The dots in a degree of longitude and in one of latitude.
  ///
  /// The cosine is that of the nearest quarter of a degree, within 0.6 % up to 70 degrees from the
  /// equator, so that a map that is moved stays as it is.
  private var dotsPerDegree: (east: Double, north: Double) {
    let latitude = (center.latitude * 4).rounded() / 4
    let scale = max(0.01, cos(latitude * .pi / 180))
    let dots = MapPoint.metersPerDegree / metersPerDot
    return (dots * scale, dots / dotAspect)
  }

  /// The position of a point in dots from the upper left one, whose own position is (0, 0).
  func position(of point: MapPoint) -> (x: Double, y: Double) {
    positions(of: CollectionOfOne(point))[0]
  }

  func positions(of points: some Sequence<MapPoint>) -> [(x: Double, y: Double)] {
    let dots = dotsPerDegree
    let (x, y) = (Double(dotsWide - 1) / 2, Double(dotsHigh - 1) / 2)
    return points.map { point in
      (
        x + MapPoint.wrapped(point.longitude - center.longitude) * dots.east,
        y - (point.latitude - center.latitude) * dots.north
      )
    }
  }

  /// The positions of points in the cells of a region, whose upper left corner is (0, 0).
  func cellPositions(of points: [MapPoint], in region: Region) -> [(x: Double, y: Double)] {
    let x = Double(region.columns) / Double(dotsWide)
    let y = Double(region.rows) / Double(dotsHigh)
    return positions(of: points).map { (($0.x + 0.5) * x, ($0.y + 0.5) * y) }
  }

  /// The same projection with more dots at its eastern side.
  func widened(by dots: Int) -> MapProjection {
    var widened = self
    widened.dotsWide += dots
    widened.center.longitude = MapPoint.wrapped(
      center.longitude + Double(dots) / 2 / max(1e-9, dotsPerDegree.east))
    return widened
  }

  /// The same projection with its center moved by less than half a cell, so that each cell shows the
  /// same land however the map is moved.
  func snapped(toCells wide: Int, _ high: Int) -> MapProjection {
    let dots = dotsPerDegree
    let (column, row) = (dots.east / Double(wide), dots.north / Double(high))
    guard column.isFinite, row.isFinite else { return self }
    var snapped = self
    snapped.center = MapPoint(
      latitude: (center.latitude * row).rounded() / row,
      longitude: (center.longitude * column).rounded() / column)
    return snapped
  }

  /// The point at the north-western corner of the grid and that at the south-eastern one.
  public var corners: (northWest: MapPoint, southEast: MapPoint) {
    let dots = dotsPerDegree
    let (east, north) = (Double(dotsWide) / 2 / dots.east, Double(dotsHigh) / 2 / dots.north)
    return (
      MapPoint(latitude: center.latitude + north, longitude: center.longitude - east),
      MapPoint(latitude: center.latitude - north, longitude: center.longitude + east)
    )
  }

  /// The dot that is nearest to a point; `nil` outside the grid.
  public func dot(of point: MapPoint) -> (x: Int, y: Int)? {
    let (x, y) = position(of: point)
    let isInside =
      (-0.5..<Double(dotsWide) - 0.5).contains(x) && (-0.5..<Double(dotsHigh) - 0.5).contains(y)
    return isInside ? (Int(x.rounded()), Int(y.rounded())) : nil
  }

  /// The largest scale at which all points are on the grid, with a margin of a tenth at each side,
  /// and at least `minimumSpan` meters from side to side.
  static func fitting(
    _ points: [MapPoint], dotsWide: Int, dotsHigh: Int, dotAspect: Double, minimumSpan: Double = 200
  ) -> MapProjection {
    let (dotsWide, dotsHigh) = (max(1, dotsWide), max(1, dotsHigh))
    let (center, east, north) = bounds(of: points.filter(\.isValid))
    let usable = (
      wide: max(0.8, Double(dotsWide - 1) * 0.8),
      high: max(0.8, Double(dotsHigh - 1) * 0.8) * dotAspect
    )
    let needed = max(east / usable.wide, north / usable.high)
    return MapProjection(
      center: center, metersPerDot: max(needed, minimumSpan / Double(dotsWide)),
      dotsWide: dotsWide, dotsHigh: dotsHigh, dotAspect: dotAspect)
  }

  /// The middle and the size, in meters, of the rectangle around points; longitudes are compared
  /// across the antimeridian.
  private static func bounds(
    of points: [MapPoint]
  ) -> (center: MapPoint, east: Double, north: Double) {
    let first = points.first?.longitude ?? 0
    let latitudes = points.map(\.latitude)
    let longitudes = points.map { MapPoint.wrapped($0.longitude - first) }
    let (south, north) = (latitudes.min() ?? 0, latitudes.max() ?? 0)
    let (west, east) = (longitudes.min() ?? 0, longitudes.max() ?? 0)
    let center = MapPoint(
      latitude: (south + north) / 2, longitude: MapPoint.wrapped(first + (west + east) / 2))
    let meters = MapPoint.metersPerDegree
    return (
      center, (east - west) * meters * cos(center.latitude * .pi / 180), (north - south) * meters
    )
  }
}
