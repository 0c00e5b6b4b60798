internal import Glibc

/// Which part of a map is shown: closer or farther than everything at once, and moved.
public struct MapCamera: Sendable, Hashable {
  private static let steps = -6...12
  /// How often the map was brought closer by half as much again; negative for farther.
  private var zoom = 0
  /// The move of the middle, in widths and heights of the whole picture.
  private var east = 0.0
  private var north = 0.0

  /// Shows everything.
  public init() {}

  /// The keys of a map.
  public static let hints = [
    KeyHint("+/-", "Zoom"), KeyHint("Arrows", "Move map"), KeyHint("0", "Whole map"),
  ]

  /// The mouse's actions on a map.
  static let mouseHints = [KeyHint("Wheel", "Zoom"), KeyHint("Drag", "Move map")]

  /// Moves the camera; `false` for a key that means nothing to a map.
  public mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character("+"), .character("="): zoom(by: 1)
    case .character("-"): zoom(by: -1)
    case .character("0"): self = MapCamera()
    case .up: move(east: 0, north: 0.25)
    case .down: move(east: 0, north: -0.25)
    case .left: move(east: -0.25, north: 0)
    case .right: move(east: 0.25, north: 0)
    default: return false
    }
    return true
  }

  /// Moves the camera on a screen of a size; the wheel zooms, and dragging takes the map along.
  public mutating func handle(_ event: MouseEvent, size: TerminalSize) {
    switch event {
    case .wheelUp: zoom(by: 1)
    case .wheelDown: zoom(by: -1)
    case .drag(let columns, let rows):
      move(east: -Double(columns) / Double(size.columns), north: Double(rows) / Double(size.rows))
    case .click: break
    }
  }

  private mutating func zoom(by step: Int) {
    zoom = min(Self.steps.upperBound, max(Self.steps.lowerBound, zoom + step))
  }

  private mutating func move(east: Double, north: Double) {
    self.east = min(4, max(-4, self.east + east / factor))
    self.north = min(4, max(-4, self.north + north / factor))
  }

  private var factor: Double { pow(1.5, Double(zoom)) }

  /// The projection of what is shown, from that of everything.
  func projection(from whole: MapProjection) -> MapProjection {
    guard self != MapCamera() else { return whole }
    let meters = (
      east: east * whole.metersPerDot * Double(whole.dotsWide),
      north: north * whole.metersPerDot * whole.dotAspect * Double(whole.dotsHigh)
    )
    let scale = max(0.01, cos(whole.center.latitude * .pi / 180))
    var shown = whole
    shown.metersPerDot = whole.metersPerDot / factor
    shown.center = MapPoint(
      latitude: min(89, max(-89, whole.center.latitude + meters.north / MapPoint.metersPerDegree)),
      longitude: MapPoint.wrapped(
        whole.center.longitude + meters.east / MapPoint.metersPerDegree / scale))
    return shown
  }
}
