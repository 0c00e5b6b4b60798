internal import Glibc

extension MapView {
  private static let streetStyle = Style(foreground: .rgb(112, 112, 112))
  private static let routeStyle = Style(foreground: .rgb(66, 133, 244))

  /// Draws the map into a rectangle: braille where Unicode is shown, plain characters elsewhere.
  public func draw(in frame: inout Frame, _ region: Region) {
    guard region.columns > 0, region.rows > 0 else { return }
    let projection = projection(for: region, isUnicode: frame.isUnicode)
    var grid = DotGrid(wide: projection.dots.wide, high: projection.dots.high)
    drawStreets(on: &grid, projection)
    drawRoute(on: &grid, projection)
    draw(grid, in: &frame, region)
    let placed = placedMarkers(region, projection, isUnicode: frame.isUnicode)
    drawScaleBar(in: &frame, region, projection, beside: placed)
    for marker in placed { marker.draw(in: &frame, region) }
  }

  // MARK: - Dots

  /// Streets lie at whole multiples of the spacing from the equator and from the centre's own
  /// meridian of that raster, so that they stay where they are while the map moves.
  private func drawStreets(on grid: inout DotGrid, _ projection: MapProjection) {
    let middle = (x: Double(grid.wide - 1) / 2, y: Double(grid.high - 1) / 2)
    guard let streetSpacing, streetSpacing > 0 else { return }
    let gap = projection.dotAspect > 1 ? 2 : 4
    let spacing = Self.visibleSpacing(streetSpacing, projection)
    let across = spacing / projection.metersPerDot
    let down = across / projection.dotAspect
    guard across.isFinite, across >= 1 else { return }
    let scale = cos(projection.center.latitude * .pi / 180) * MapPoint.metersPerDegree
    let east = (projection.center.longitude * scale / spacing)
    let north = projection.center.latitude * MapPoint.metersPerDegree / spacing
    for x in Self.lines(from: middle.x - (east - floor(east)) * across, every: across, grid.wide) {
      grid.line(from: (x, 0), to: (x, Double(grid.high - 1)), .street, every: gap)
    }
    for y in Self.lines(from: middle.y + (north - floor(north)) * down, every: down, grid.high) {
      grid.line(from: (0, y), to: (Double(grid.wide - 1), y), .street, every: gap)
    }
  }

  /// Streets that would be closer than eight dots are left out evenly: every second, fourth, …
  private static func visibleSpacing(_ spacing: Double, _ projection: MapProjection) -> Double {
    var spacing = spacing
    let least = projection.metersPerDot * 8 * projection.dotAspect.squareRoot()
    guard least.isFinite else { return spacing }
    while spacing < least { spacing *= 2 }
    return spacing
  }

  private static func lines(from origin: Double, every spacing: Double, _ count: Int) -> [Double] {
    let first = origin - floor((origin + 0.5) / spacing) * spacing
    return Array(stride(from: first, to: Double(count) - 0.5, by: spacing))
  }

  private func drawRoute(on grid: inout DotGrid, _ projection: MapProjection) {
    let corners = route.filter(\.isValid).map(projection.position)
    for (a, b) in zip(corners, corners.dropFirst()) { grid.line(from: a, to: b, .route) }
  }

  // MARK: - Cells

  private func draw(_ grid: DotGrid, in frame: inout Frame, _ region: Region) {
    for row in 0..<region.rows {
      for column in 0..<region.columns {
        let (character, layer) =
          frame.isUnicode ? Self.braille(grid, column, row) : Self.plain(grid, column, row)
        guard layer != .empty else { continue }
        frame.put(
          character, layer == .route ? Self.routeStyle : Self.streetStyle,
          column: region.column + column, row: region.row + row)
      }
    }
  }

  /// The bits of the eight dots, by row and column.
  ///
  /// Source: The Unicode Standard, chapter 21.1, "Braille".
  private static let bits: [[UInt32]] = [
    [0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80],
  ]

  private static func braille(
    _ grid: DotGrid, _ column: Int, _ row: Int
  ) -> (Character, DotGrid.Layer) {
    var value: UInt32 = 0x2800
    var top = DotGrid.Layer.empty
    for y in 0..<4 {
      for x in 0..<2 {
        let layer = grid[column * 2 + x, row * 4 + y]
        if layer != .empty { value |= bits[y][x] }
        top = max(top, layer)
      }
    }
    return (Unicode.Scalar(value).map { Character($0) } ?? " ", top)
  }

  private static func plain(
    _ grid: DotGrid, _ column: Int, _ row: Int
  ) -> (Character, DotGrid.Layer) {
    let layer = grid[column, row]
    return (layer == .route ? "#" : ".", layer)
  }
}
