/// Dots of several layers; an upper layer hides a lower one.
struct DotGrid {
  enum Layer: UInt8, Comparable {
    case empty, coast, local, collector, major, motorway, approach, route

    static func < (a: Layer, b: Layer) -> Bool { a.rawValue < b.rawValue }
  }

  let wide: Int
  let high: Int
  private var dots: [Layer]
  /// The character of each dot's line, for terminals that show a dot as one.
  private var strokes: [UInt8]

  init(wide: Int, high: Int) {
    (self.wide, self.high) = (max(1, wide), max(1, high))
    dots = Array(repeating: .empty, count: self.wide * self.high)
    strokes = Array(repeating: 0, count: self.wide * self.high)
  }

  subscript(x: Int, y: Int) -> Layer {
    guard (0..<wide).contains(x), (0..<high).contains(y) else { return .empty }
    return dots[y * wide + x]
  }

  /// The character of the line through a dot: `-`, `|`, `/`, `\`, or `+` where several cross.
  func stroke(_ x: Int, _ y: Int) -> UInt8 { strokes[y * wide + x] }
  /// The dots in the width and in the height of a cell: those of braille, or the cell itself.
  static func dotsPerCell(isUnicode: Bool) -> (wide: Int, high: Int) { isUnicode ? (2, 4) : (1, 1) }

  /// The cells in which a dot is of a layer or above it.
  func cells(atLeast layer: Layer, isUnicode: Bool) -> Set<MapView.MapCell> {
    let dots = Self.dotsPerCell(isUnicode: isUnicode)
    let found = self.dots.indices.filter { self.dots[$0] >= layer }
    return Set(
      found.map { MapView.MapCell(column: $0 % wide / dots.wide, row: $0 / wide / dots.high) })
  }

  private mutating func set(_ x: Int, _ y: Int, _ layer: Layer, _ stroke: UInt8) {
    guard x >= 0, x < wide, y >= 0, y < high else { return }
    let index = y * wide + x
    if strokes[index] == 0 || dots[index] < layer {
      strokes[index] = stroke
    } else if strokes[index] != stroke {
      strokes[index] = UInt8(ascii: "+")
    }
    dots[index] = max(dots[index], layer)
  }

  /// How a line is drawn.
  struct Pen {
    var layer: Layer
    /// Whether two dots are drawn beside each other.
    var isWide = false
    /// How many dots are drawn, and how many are left out then; none left out in a whole line.
    var dash = (on: 1, off: 0)
    /// How far the line has come in its dashes.
    var steps = 0
  }

  /// Draws a straight line between two positions; what lies outside is cut off first, so that a
  /// line to the other side of the globe costs no more than one across the grid.
  mutating func line(
    from a: (x: Double, y: Double), to b: (x: Double, y: Double), _ pen: inout Pen
  ) {
    guard let (start, end) = clip(a, b) else { return }
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let steps = Int(max(abs(dx), abs(dy)).rounded(.up))
    let stroke = Self.stroke(dx, dy)
    let (aside, below) = abs(dx) < abs(dy) ? (1, 0) : (0, 1)
    for step in 0...steps {
      let part = steps == 0 ? 0 : Double(step) / Double(steps)
      pen.steps += 1
      guard pen.steps % (pen.dash.on + pen.dash.off) < pen.dash.on else { continue }
      let (x, y) = (Int((start.x + dx * part).rounded()), Int((start.y + dy * part).rounded()))
      set(x, y, pen.layer, stroke)
      if pen.isWide { set(x + aside, y + below, pen.layer, stroke) }
    }
  }

  /// Draws a line through positions.
  mutating func line(_ positions: [(x: Double, y: Double)], _ pen: Pen) {
    var pen = pen
    for (a, b) in zip(positions, positions.dropFirst()) { line(from: a, to: b, &pen) }
  }

  /// In cells that are twice as high as wide.
  private static func stroke(_ dx: Double, _ dy: Double) -> UInt8 {
    if abs(dy) < abs(dx) / 4 { return UInt8(ascii: "-") }
    if abs(dx) < abs(dy) { return UInt8(ascii: "|") }
    return (dx > 0) == (dy > 0) ? UInt8(ascii: "\\") : UInt8(ascii: "/")
  }

  /// The part of a line inside the grid.
  /// Source: Y. Liang and B. Barsky, "A new concept and method for line clipping", ACM
  /// Transactions on Graphics 3 (1984).
  private func clip(
    _ a: (x: Double, y: Double), _ b: (x: Double, y: Double)
  ) -> (start: (x: Double, y: Double), end: (x: Double, y: Double))? {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    guard dx.isFinite, dy.isFinite else { return nil }
    var first = 0.0
    var last = 1.0
    // A little less than half a dot beyond the outermost dots: what rounds to them is inside.
    func cut(_ direction: Double, _ distance: Double) {
      if direction < 0 {
        first = max(first, distance / direction)
      } else if direction > 0 {
        last = min(last, distance / direction)
      } else if distance < 0 {
        last = -1
      }
    }
    cut(-dx, a.x + 0.499)
    cut(dx, Double(wide) - 0.501 - a.x)
    cut(-dy, a.y + 0.499)
    cut(dy, Double(high) - 0.501 - a.y)
    guard first <= last else { return nil }
    return ((a.x + dx * first, a.y + dy * first), (a.x + dx * last, a.y + dy * last))
  }
}
