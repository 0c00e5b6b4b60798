extension MapView {
  /// Draws the map into a rectangle: braille where Unicode is shown, plain characters elsewhere.
  public func draw(in frame: inout Frame, _ region: Region) {
    guard region.columns > 0, region.rows > 0 else { return }
    frame.tracksMouse = true
    frame.hints += MapCamera.mouseHints
    let projection = projection(for: region, isUnicode: frame.isUnicode)
    let palette = MapPalette(background: frame.background, hasRoute: route.count > 1)
    let areas = AreaMask(ground.areas, region, projection)
    var grid = DotGrid(wide: projection.dotsWide, high: projection.dotsHigh)
    drawGround(on: &grid, projection, isUnicode: frame.isUnicode)
    let approach = projection.positions(of: approach.filter(\.isValid))
    grid.line(approach, DotGrid.Pen(layer: .approach, dash: (4, 2)))
    let route = projection.positions(of: route.filter(\.isValid))
    grid.line(route, DotGrid.Pen(layer: .route, isWide: frame.isUnicode))
    draw(grid, areas, palette, in: &frame, region)
    let bar = scaleBar(region, projection, isUnicode: frame.isUnicode)
    let taken = bar.cells + hidden(in: region)
    var labels = MapLabels(region: region, taken: taken)
    let placed = placedMarkers(region, projection, grid, taken: taken, isUnicode: frame.isUnicode)
    for marker in placed { labels.take(marker.cells) }
    labels.take(grid.cells(atLeast: .approach, isUnicode: frame.isUnicode))
    labels.add(ground, projection, palette, isUnicode: frame.isUnicode)
    var texts = labels.all
    texts.append((bar.line, MapCell(column: 0, row: region.rows - 1)))
    texts += placed.compactMap { marker in marker.labelStart.map { (marker.label, $0) } }
    texts += placed.map { ($0.symbol(isUnicode: frame.isUnicode), $0.cell) }
    for (text, cell) in texts { write(text, at: cell, areas, palette, in: &frame, region) }
  }

  /// Writes text with the land or water behind it.
  private func write(
    _ text: Styled, at cell: MapCell, _ areas: AreaMask, _ palette: MapPalette,
    in frame: inout Frame, _ region: Region
  ) {
    var column = cell.column
    for run in text.runs {
      for character in run.text {
        var style = run.style.on(frame.background)
        style.background = areas[column, cell.row].flatMap { palette.fill(isWater: $0) }
        if column < region.columns {
          frame.put(character, style, column: region.column + column, row: region.row + cell.row)
        }
        column += character.displayWidth
      }
    }
  }

  /// The cells of the map that a panel hides.
  private func hidden(in region: Region) -> [MapCell] {
    guard let cover else { return [] }
    return (cover.row..<cover.row + cover.rows).flatMap { row in
      (cover.column..<cover.column + cover.columns).map { column in
        MapCell(column: column - region.column, row: row - region.row)
      }
    }
  }

  // MARK: - Dots

  private func drawGround(on grid: inout DotGrid, _ projection: MapProjection, isUnicode: Bool) {
    // Plain characters show water by themselves.
    if isUnicode {
      for area in ground.areas where area.isWater {
        for ring in area.rings { drawCoast(ring, on: &grid, projection) }
      }
    }
    let scale = projection.metersPerDot * (isUnicode ? 2 : 1)
    for street in ground.streets where scale <= street.kind.coarsestScale {
      grid.line(projection.positions(of: street.points), DotGrid.Pen(layer: street.kind.layer))
    }
  }

  /// Draws the edge of water, but for the straight sides of the squares that maps come in: those run
  /// along the meridians and the parallels.
  private func drawCoast(_ ring: [MapPoint], on grid: inout DotGrid, _ projection: MapProjection) {
    let positions = projection.positions(of: ring)
    var pen = DotGrid.Pen(layer: .coast)
    for index in ring.indices.dropFirst() {
      let (a, b) = (ring[index - 1], ring[index])
      guard a.latitude != b.latitude, a.longitude != b.longitude else { continue }
      grid.line(from: positions[index - 1], to: positions[index], &pen)
    }
  }

  // MARK: - Cells

  private func draw(
    _ grid: DotGrid, _ areas: AreaMask, _ palette: MapPalette, in frame: inout Frame,
    _ region: Region
  ) {
    for row in 0..<region.rows {
      for column in 0..<region.columns {
        var (character, layer) =
          frame.isUnicode ? Self.braille(grid, column, row) : Self.plain(grid, column, row)
        var style = layer == .empty ? Style.plain : palette.style(of: layer)
        if let isWater = areas[column, row] {
          style.background = palette.fill(isWater: isWater)
          if layer == .empty, isWater, !frame.isUnicode {
            (character, layer) = ("~", .coast)
            style = palette.style(of: layer)
          }
        }
        guard layer != .empty || style.background != nil else { continue }
        frame.put(character, style, column: region.column + column, row: region.row + row)
      }
    }
  }

  /// The bits of the eight dots, by row and column.
  /// Source: The Unicode Standard, chapter 21.1, "Braille".
  private static let bits: [[UInt32]] = [
    [0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80],
  ]

  /// The dots of a cell; the route and the approach hide all others.
  private static func braille(
    _ grid: DotGrid, _ column: Int, _ row: Int
  ) -> (Character, DotGrid.Layer) {
    var values: (all: UInt32, upper: UInt32) = (0x2800, 0x2800)
    var top = DotGrid.Layer.empty
    for y in 0..<4 {
      for x in 0..<2 {
        let layer = grid[column * 2 + x, row * 4 + y]
        guard layer != .empty else { continue }
        values.all |= bits[y][x]
        if layer >= .approach { values.upper |= bits[y][x] }
        top = max(top, layer)
      }
    }
    guard top != .empty else { return (" ", .empty) }
    let value = top >= .approach ? values.upper : values.all
    return (Unicode.Scalar(value).map { Character($0) } ?? " ", top)
  }

  private static func plain(
    _ grid: DotGrid, _ column: Int, _ row: Int
  ) -> (Character, DotGrid.Layer) {
    let layer = grid[column, row]
    let character: Character =
      switch layer {
      case .empty: " "
      case .route: "#"
      case .approach: ":"
      case .coast, .local, .collector, .major, .motorway:
        Character(Unicode.Scalar(grid.stroke(column, row)))
      }
    return (character, layer)
  }
}

extension MapGround.StreetClass {
  fileprivate var layer: DotGrid.Layer {
    switch self {
    case .local: .local
    case .collector: .collector
    case .major: .major
    case .motorway: .motorway
    }
  }
}

/// Which cells of a map have their middle in water or in a park.
struct AreaMask {
  private let region: Region
  private var cells: [Bool?]

  /// Whether a cell is water, or a park; `nil` for neither.
  subscript(column: Int, row: Int) -> Bool? {
    (0..<region.columns).contains(column) && (0..<region.rows).contains(row)
      ? cells[row * region.columns + column] : nil
  }

  init(_ areas: [MapGround.Area], _ region: Region, _ projection: MapProjection) {
    self.region = region
    cells = [Bool?](repeating: nil, count: region.columns * region.rows)
    // Water lies over parks.
    for area in areas.filter({ !$0.isWater }) + areas.filter(\.isWater) { fill(area, projection) }
  }

  /// Fills the cells inside of an odd number of lines, row by row.
  /// Source: J. Foley et al., "Computer Graphics: Principles and Practice" (1990), 3.6, "Filling
  /// polygons".
  private mutating func fill(_ area: MapGround.Area, _ projection: MapProjection) {
    let (columns, rows) = (region.columns, region.rows)
    var crossings = [[Double]](repeating: [], count: rows)
    for ring in area.rings where ring.first == ring.last {
      // The middle of the first cell is at (0, 0).
      let positions = projection.cellPositions(of: ring, in: region)
        .map { (x: $0.x - 0.5, y: $0.y - 0.5) }
      for (a, b) in zip(positions, positions.dropFirst()) {
        let (low, high) = a.y < b.y ? (a, b) : (b, a)
        guard high.y > 0, low.y < Double(rows), low.y < high.y else { continue }
        let first = Int(max(0, low.y).rounded(.up))
        let end = Int(min(Double(rows), high.y).rounded(.up))
        for row in first..<max(first, end) {
          let part = (Double(row) - low.y) / (high.y - low.y)
          crossings[row].append(low.x + (high.x - low.x) * part)
        }
      }
    }
    for (row, crossings) in crossings.enumerated() where crossings.count > 1 {
      let sorted = crossings.sorted()
      for index in stride(from: 0, to: sorted.count - 1, by: 2) {
        let first = min(Double(columns), max(0, sorted[index].rounded(.up)))
        let end = min(Double(columns), max(0, sorted[index + 1].rounded(.up)))
        for column in Int(first)..<Int(max(first, end)) {
          cells[row * columns + column] = area.isWater
        }
      }
    }
  }
}
