/// A point on a plane that touches the globe, in meters.
package struct PlanePoint {
  package let x, y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  package func distance(to other: PlanePoint) -> Double {
    let (dx, dy) = (other.x - x, other.y - y)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The nearest point of a straight leg, and where on it that is: 0 at its start, 1 at its end.
  package func nearest(
    onLegFrom start: PlanePoint, to end: PlanePoint
  ) -> (point: PlanePoint, part: Double) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = dx * dx + dy * dy
    let along = (x - start.x) * dx + (y - start.y) * dy
    let part = length > 0 ? min(1, max(0, along / length)) : 0
    return (PlanePoint(x: start.x + part * dx, y: start.y + part * dy), part)
  }
}
