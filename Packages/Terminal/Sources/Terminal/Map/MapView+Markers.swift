extension MapView {
  /// A marker in the cells of a map.
  struct PlacedMarker {
    let marker: MapMarker
    let column: Int
    let row: Int
    let label: Styled
    /// Where the label begins; `nil` when there is none, or no room for it.
    let labelColumn: Int?

    /// Puts the label on the side that has room for it.
    init(_ marker: MapMarker, column: Int, row: Int, columns: Int) {
      self.marker = marker
      self.column = column
      self.row = row
      label = Styled(" \(marker.label) ", marker.kind.style)
      let width = label.displayWidth
      if marker.label.isEmpty {
        labelColumn = nil
      } else if column + width < columns {
        labelColumn = column + 1
      } else {
        labelColumn = width <= column ? column - width : nil
      }
    }

    /// The columns that the marker and its label take.
    var columns: ClosedRange<Int> {
      guard let labelColumn else { return column...column }
      return min(column, labelColumn)...max(column, labelColumn + label.displayWidth - 1)
    }

    func draw(in frame: inout Frame, _ region: Region) {
      if let labelColumn {
        frame.write(label, column: region.column + labelColumn, row: region.row + row)
      }
      frame.put(
        frame.isUnicode ? marker.kind.symbol : marker.kind.plainSymbol, marker.kind.style,
        column: region.column + column, row: region.row + row)
    }
  }

  /// The markers that are seen, in the order in which they are drawn.
  func placedMarkers(
    _ region: Region, _ projection: MapProjection, isUnicode: Bool
  ) -> [PlacedMarker] {
    let dots = isUnicode ? (wide: 2, high: 4) : (wide: 1, high: 1)
    return markers.sorted { $0.kind.priority < $1.kind.priority }.compactMap { marker in
      guard marker.point.isValid, let dot = projection.dot(of: marker.point) else { return nil }
      return PlacedMarker(
        marker, column: dot.x / dots.wide, row: dot.y / dots.high, columns: region.columns)
    }
  }

  /// Draws the scale into the first corner in which it hides no marker.
  func drawScaleBar(
    in frame: inout Frame, _ region: Region, _ projection: MapProjection,
    beside markers: [PlacedMarker]
  ) {
    guard region.rows >= 4, region.columns >= 20 else { return }
    let perColumn = projection.metersPerDot * (frame.isUnicode ? 2 : 1)
    guard let bar = ScaleBar(metersPerColumn: perColumn, maximumColumns: region.columns / 3)
    else { return }
    let line = bar.line(isUnicode: frame.isUnicode)
    let last = region.columns - line.displayWidth
    let corners = [(0, region.rows - 1), (last, region.rows - 1), (0, 0), (last, 0)]
    let free = corners.first { column, row in
      let columns = column...(column + line.displayWidth - 1)
      return !markers.contains { $0.row == row && $0.columns.overlaps(columns) }
    }
    let (column, row) = free ?? corners[0]
    frame.write(line, column: region.column + column, row: region.row + row)
  }
}
