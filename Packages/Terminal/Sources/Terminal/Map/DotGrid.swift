/// Dots of several layers; an upper layer hides a lower one.
struct DotGrid {
  enum Layer: Comparable {
    case empty, street, approach, route
  }

  let wide: Int
  let high: Int
  private var dots: [Layer]

  init(wide: Int, high: Int) {
    self.wide = max(1, wide)
    self.high = max(1, high)
    dots = Array(repeating: .empty, count: self.wide * self.high)
  }

  subscript(x: Int, y: Int) -> Layer {
    guard (0..<wide).contains(x), (0..<high).contains(y) else { return .empty }
    return dots[y * wide + x]
  }

  mutating func set(_ x: Int, _ y: Int, _ layer: Layer) {
    guard (0..<wide).contains(x), (0..<high).contains(y) else { return }
    dots[y * wide + x] = max(dots[y * wide + x], layer)
  }

  /// Draws a straight line between two positions; what lies outside is cut off first, so that a
  /// line to the other side of the globe costs no more than one across the grid.
  ///
  /// - Parameter every: 1 for a solid line, 2 for every other dot.
  mutating func line(
    from a: (x: Double, y: Double), to b: (x: Double, y: Double), _ layer: Layer, every: Int = 1
  ) {
    guard let (start, end) = clip(a, b) else { return }
    let steps = Int(max(abs(end.x - start.x), abs(end.y - start.y)).rounded(.up))
    for step in stride(from: 0, through: steps, by: every) {
      let part = steps == 0 ? 0 : Double(step) / Double(steps)
      let x = start.x + (end.x - start.x) * part
      let y = start.y + (end.y - start.y) * part
      set(Int(x.rounded()), Int(y.rounded()), layer)
    }
  }

  /// The part of a line inside the grid.
  ///
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
    let edges = [
      (-dx, a.x + 0.499), (dx, Double(wide) - 0.501 - a.x), (-dy, a.y + 0.499),
      (dy, Double(high) - 0.501 - a.y),
    ]
    for (direction, distance) in edges {
      if direction == 0 {
        guard distance >= 0 else { return nil }
      } else if direction < 0 {
        first = max(first, distance / direction)
      } else {
        last = min(last, distance / direction)
      }
    }
    guard first <= last else { return nil }
    return ((a.x + dx * first, a.y + dy * first), (a.x + dx * last, a.y + dy * last))
  }
}
