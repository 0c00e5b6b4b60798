internal import Glibc

extension MapView {
  /// As bright as the route where both are fixed, so that on no background it is seen better.
  static let streetStyle = Style(foreground: .rgb(136, 136, 136, theme: 8))
  /// Without fixed colors the route has the terminal's own, which is seen best on any background.
  static let routeStyle = Style(foreground: .rgb(95, 135, 215, theme: nil), isBold: true)
  private static let approachStyle = Style(foreground: .yellow)

  /// Draws the map into a rectangle: braille where Unicode is shown, plain characters elsewhere.
  public func draw(in frame: inout Frame, _ region: Region) {
    guard region.columns > 0, region.rows > 0 else { return }
    frame.tracksMouse = true
    frame.hints += MapCamera.mouseHints
    let projection = projection(for: region, isUnicode: frame.isUnicode)
    var grid = DotGrid(wide: projection.dotsWide, high: projection.dotsHigh)
    drawStreets(on: &grid, projection)
    draw(approach, .approach, on: &grid, projection)
    draw(route, .route, on: &grid, projection)
    draw(grid, in: &frame, region)
    let placed = placedMarkers(region, projection, grid, isUnicode: frame.isUnicode)
    drawScaleBar(in: &frame, region, projection, beside: placed)
    for marker in placed { marker.drawLabel(in: &frame, region) }
    for marker in placed { marker.drawSymbol(in: &frame, region) }
  }

  // MARK: - Dots

  /// Streets lie at whole multiples of the spacing from the equator and from the meridian of
  /// Greenwich, in meters of the map's middle, so that they stay where they are while it moves.
  private func drawStreets(on grid: inout DotGrid, _ projection: MapProjection) {
    guard let streets, streets.spacing > 0 else { return }
    let spacing = Self.visibleSpacing(streets.spacing, projection)
    guard spacing.isFinite, spacing >= projection.metersPerDot else { return }
    for bearing in [streets.bearing, streets.bearing + 90] {
      drawStreets(at: bearing * .pi / 180, every: spacing, on: &grid, projection)
    }
  }

  /// Draws the streets of one direction, in radians clockwise from north.
  private func drawStreets(
    at bearing: Double, every spacing: Double, on grid: inout DotGrid, _ projection: MapProjection
  ) {
    let direction = (east: sin(bearing), north: cos(bearing))
    let center = projection.center
    let meters = MapPoint.metersPerDegree
    let east = center.longitude * cos(center.latitude * .pi / 180) * meters
    let north = center.latitude * meters
    // How far the middle of the map lies to the right of the street through the origin.
    let right = east * direction.north - north * direction.east
    let reach =
      projection.metersPerDot
      * Double(grid.wide + Int(Double(grid.high) * projection.dotAspect)) / 2
    for street in stride(
      from: ((right - reach) / spacing).rounded(.up), through: (right + reach) / spacing, by: 1)
    {
      let aside = street * spacing - right
      let middle = (east: aside * direction.north, north: -aside * direction.east)
      let ends = [-reach, reach].map { along in
        projection.position(
          east: middle.east + along * direction.east, north: middle.north + along * direction.north)
      }
      grid.line(from: ends[0], to: ends[1], .street, every: projection.dotAspect > 1 ? 2 : 4)
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

  private func draw(
    _ line: [MapPoint], _ layer: DotGrid.Layer, on grid: inout DotGrid, _ projection: MapProjection
  ) {
    let corners = line.filter(\.isValid).map(projection.position)
    for (a, b) in zip(corners, corners.dropFirst()) {
      grid.line(from: a, to: b, layer, every: layer == .route ? 1 : 2)
    }
  }

  // MARK: - Cells

  private static func style(of layer: DotGrid.Layer) -> Style {
    switch layer {
    case .route: routeStyle
    case .approach: approachStyle
    case .empty, .street: streetStyle
    }
  }

  private func draw(_ grid: DotGrid, in frame: inout Frame, _ region: Region) {
    for row in 0..<region.rows {
      for column in 0..<region.columns {
        let (character, layer) =
          frame.isUnicode ? Self.braille(grid, column, row) : Self.plain(grid, column, row)
        guard layer != .empty else { continue }
        frame.put(
          character, Self.style(of: layer), column: region.column + column, row: region.row + row)
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
    return (layer == .route ? "#" : layer == .approach ? "+" : ".", layer)
  }
}
