extension MapView {
  struct MapCell: Hashable {
    let column: Int
    let row: Int
  }

  /// A marker in the cells of a map.
  struct PlacedMarker {
    let marker: MapMarker
    let cell: MapCell
    var label: Styled { Styled(" \(marker.label) ", marker.kind.style) }
    /// Where the label begins; `nil` when there is none, or no room for it.
    var labelStart: MapCell?

    /// The cells of the label where it begins there.
    func labelCells(from start: MapCell) -> [MapCell] {
      (0..<label.displayWidth).map { MapCell(column: start.column + $0, row: start.row) }
    }

    /// The cells of the marker and its label.
    var cells: [MapCell] { [cell] + (labelStart.map(labelCells) ?? []) }

    /// Where the label may begin, the best first: beside the marker, below it and above it.
    func candidates(columns: Int, rows: Int) -> [MapCell] {
      let width = label.displayWidth
      guard !marker.label.isEmpty else { return [] }
      let beside = [cell.column + 1, cell.column - width].map { MapCell(column: $0, row: cell.row) }
      let apart = [cell.row + 1, cell.row - 1].flatMap { row in
        [cell.column - width / 2, cell.column + 1, cell.column - width]
          .map { MapCell(column: $0, row: row) }
      }
      return (beside + apart).filter {
        $0.column >= 0 && $0.column + width <= columns && (0..<rows).contains($0.row)
      }
    }

    func symbol(isUnicode: Bool) -> Styled {
      let symbol = isUnicode ? marker.kind.symbol : marker.kind.plainSymbol
      return Styled(String(symbol), marker.kind.style)
    }
  }

  /// The markers that are seen, in the order in which they are drawn.
  ///
  /// A label hides neither another label nor a marker that has one, nor the end of the route; of the
  /// places that are left it takes the one that hides the least.
  func placedMarkers(
    _ region: Region, _ projection: MapProjection, _ grid: DotGrid, taken bar: [MapCell],
    isUnicode: Bool
  ) -> [PlacedMarker] {
    let dots = DotGrid.dotsPerCell(isUnicode: isUnicode)
    func cell(of point: MapPoint) -> MapCell? {
      guard point.isValid, let dot = projection.dot(of: point) else { return nil }
      return MapCell(column: dot.x / dots.wide, row: dot.y / dots.high)
    }
    let order = markers.sorted { $0.kind.priority < $1.kind.priority }
    var placed = order.compactMap { marker in
      cell(of: marker.point).map { PlacedMarker(marker: marker, cell: $0) }
    }
    let route = grid.cells(atLeast: .route, isUnicode: isUnicode)
    let ends = [self.route.first, self.route.last].compactMap { $0.flatMap(cell) }
    let cars = Set(placed.filter { $0.marker.label.isEmpty }.map(\.cell))
    var taken = Set(bar + placed.filter { !$0.marker.label.isEmpty }.map(\.cell))
    func hidden(_ cells: [MapCell]) -> Int {
      cells.count { route.contains($0) || cars.contains($0) }
    }
    for index in placed.indices.reversed() {
      let free = placed[index].candidates(columns: region.columns, rows: region.rows)
        .map { (start: $0, cells: placed[index].labelCells(from: $0)) }
        .filter { candidate in
          !candidate.cells.contains { cell in
            taken.contains(cell)
              || route.contains(cell) && ends.contains { Self.isNear(cell, $0) }
          }
        }
      let best = free.min { hidden($0.cells) < hidden($1.cells) }
      placed[index].labelStart = best?.start
      taken.formUnion(best?.cells ?? [])
    }
    return placed
  }

  private static func isNear(_ cell: MapCell, _ end: MapCell) -> Bool {
    abs(cell.column - end.column) <= 3 && abs(cell.row - end.row) <= 1
  }

  /// The scale in the lower left corner, and whom the map has to name where there is room.
  func scaleBar(
    _ region: Region, _ projection: MapProjection, isUnicode: Bool
  ) -> (line: Styled, cells: [MapCell]) {
    let perColumn = projection.metersPerDot * (isUnicode ? 2 : 1)
    guard region.rows >= 4, region.columns >= 20,
      let bar = ScaleBar(metersPerColumn: perColumn, maximumColumns: region.columns / 3)
    else { return ("", []) }
    var line = bar.line(isUnicode: isUnicode)
    let credit = isUnicode ? ground.attribution : ground.attribution.replacing("©", with: "(c)")
    // Of a name that is too long the first words are shown.
    for words in [Int.max, 2] where !credit.isEmpty {
      let shown = credit.split(separator: " ").prefix(words).joined(separator: " ")
      let credited = "\(line) \(shown, .muted)" as Styled
      if credited.displayWidth <= region.columns {
        line = credited
        break
      }
    }
    let cells = (0...line.displayWidth).map { MapCell(column: $0, row: region.rows - 1) }
    return (line, cells)
  }
}
