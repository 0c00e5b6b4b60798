/// The names on a map, which hide neither one another nor what is more important.
struct MapLabels {
  /// The names, and where each begins.
  private(set) var all: [(text: Styled, cell: MapView.MapCell)] = []
  /// The cells to one name: more names would be a text.
  private static let cellsPerName = 150
  /// How many names of each kind of place a map shows at the most.
  private static let most: [MapGround.Place.Kind: Int] = [.landmark: 6, .water: 3, .town: 5]
  /// A name of a street is shown again so many columns away.
  private static let repetition = 40
  private let region: Region
  private var taken: Set<MapView.MapCell>

  init(region: Region, taken: [MapView.MapCell]) {
    self.region = region
    self.taken = Set(taken)
  }

  /// Keeps cells free of names.
  mutating func take(_ cells: some Sequence<MapView.MapCell>) { taken.formUnion(cells) }

  mutating func add(
    _ ground: MapGround, _ projection: MapProjection, _ palette: MapPalette, isUnicode: Bool
  ) {
    var rest = region.columns * region.rows / Self.cellsPerName
    var counts: [MapGround.Place.Kind: Int] = [:]
    for place in ground.places where rest > 0 {
      guard counts[place.kind, default: 0] < Self.most[place.kind] ?? 0,
        let dot = projection.dot(of: place.point)
      else { continue }
      let column = dot.x * region.columns / projection.dotsWide
      let row = dot.y * region.rows / projection.dotsHigh
      let style = palette.style(of: place.kind)
      let name = Styled(place.name, style)
      // A landmark is at its mark, a town or water around its name.
      let isMarked = place.kind == .landmark
      let text: Styled = isMarked ? "\(isUnicode ? "▪" : "*", style) \(name)" : name
      guard add(text, column: isMarked ? column : column - text.displayWidth / 2, row: row) else {
        continue
      }
      counts[place.kind, default: 0] += 1
      rest -= 1
    }
    addStreets(ground, projection, palette, most: rest)
  }

  /// Adds a name where it fits with a blank at both sides; `false` where it does not.
  private mutating func add(_ text: Styled, column: Int, row: Int) -> Bool {
    let width = text.displayWidth
    guard column >= 0, column + width <= region.columns, (0..<region.rows).contains(row) else {
      return false
    }
    let cells = (column - 1...column + width).map { MapView.MapCell(column: $0, row: row) }
    guard taken.isDisjoint(with: cells) else { return false }
    taken.formUnion(cells)
    all.append((text, MapView.MapCell(column: column, row: row)))
    return true
  }

  /// A piece of a street within one row of cells, or across several.
  private struct Run {
    let street: MapGround.Street
    let row: Int
    /// From its first column to the one after its last.
    let columns: Range<Int>
    /// The rows of a steep street; 1 for a run along a row.
    let rows: Int
  }

  private mutating func addStreets(
    _ ground: MapGround, _ projection: MapProjection, _ palette: MapPalette, most: Int
  ) {
    let scale = projection.metersPerDot * Double(projection.dotsWide) / Double(region.columns)
    let streets = ground.streets.filter { street in
      !street.name.isEmpty && scale <= street.kind.coarsestScale
        && (street.kind != .local || scale <= 12)
    }
    let runs = streets.flatMap { self.runs(of: $0, projection) }.sorted { a, b in
      (a.street.kind.rawValue, a.columns.count, a.rows, b.street.name)
        > (b.street.kind.rawValue, b.columns.count, b.rows, a.street.name)
    }
    var shown: [String: [Int]] = [:]
    var count = 0
    for run in runs where count < most {
      let text = Styled(run.street.name, palette.streetName)
      let width = text.displayWidth
      let middle = (run.columns.lowerBound + run.columns.upperBound) / 2
      guard run.rows > 1 || run.columns.count >= width + 2,
        shown[run.street.name]?.allSatisfy({ abs($0 - middle) >= Self.repetition }) ?? true,
        add(text, column: middle - width / 2, row: run.row)
      else { continue }
      shown[run.street.name, default: []].append(middle)
      count += 1
    }
  }

  private func runs(of street: MapGround.Street, _ projection: MapProjection) -> [Run] {
    let positions = projection.cellPositions(of: street.points, in: region)
    var runs: [Run] = []
    var open: (row: Int, columns: Range<Int>)?
    func close() {
      if let run = open {
        runs.append(Run(street: street, row: run.row, columns: run.columns, rows: 1))
      }
      open = nil
    }
    for (a, b) in zip(positions, positions.dropFirst()) {
      let (left, right) = a.x < b.x ? (a, b) : (b, a)
      let first = min(Double(region.columns), max(0, left.x))
      let columns = first..<max(first, min(Double(region.columns), right.x))
      let list = Array(
        Int(columns.lowerBound)..<max(Int(columns.lowerBound), Int(columns.upperBound)))
      for column in a.x < b.x ? list : list.reversed() {
        let part = right.x > left.x ? (Double(column) + 0.5 - left.x) / (right.x - left.x) : 0
        let y = left.y + (right.y - left.y) * min(1, max(0, part))
        guard y >= 0, y < Double(region.rows) else {
          close()
          continue
        }
        if let run = open, run.row == Int(y),
          run.columns.lowerBound - 1...run.columns.upperBound ~= column
        {
          let first = min(run.columns.lowerBound, column)
          open?.columns = first..<max(run.columns.upperBound, column + 1)
        } else {
          close()
          open = (Int(y), column..<column + 1)
        }
      }
    }
    close()
    return runs + steepRun(of: street, positions)
  }

  /// A main street that runs up and down has its name across it.
  private func steepRun(
    of street: MapGround.Street, _ positions: [(x: Double, y: Double)]
  ) -> [Run] {
    guard street.kind.rawValue >= MapGround.StreetClass.collector.rawValue else { return [] }
    let inside = positions.filter {
      $0.x >= 0 && $0.x < Double(region.columns) && $0.y >= 0 && $0.y < Double(region.rows)
    }
    guard let top = inside.map(\.y).min(), let bottom = inside.map(\.y).max(), bottom - top >= 5
    else { return [] }
    let middle = inside[inside.count / 2]
    let columns = Int(middle.x)..<Int(middle.x) + 1
    return [Run(street: street, row: Int(middle.y), columns: columns, rows: Int(bottom - top))]
  }
}
