import Observation
import Terminal

/// A map of Sydney with a car that drives to the pick-up point.
@MainActor
@Observable
final class MapScreen: DrawnScreen {
  private static let operaHouse = MapPoint(latitude: -33.858667, longitude: 151.214028)
  private static let store = MapPoint(latitude: -33.868781, longitude: 151.206645)

  private(set) var outcome: Bool?
  private var step = 0

  var tickInterval: Duration? { .milliseconds(500) }

  private var map: MapView {
    let part = Double(step % 20) / 20
    let car = MapPoint(
      latitude: -33.8755 + part * 0.0167, longitude: 151.2010 + part * 0.0130)
    return MapView(
      markers: [
        MapMarker(.pickup, at: Self.operaHouse, label: "Opera House"),
        MapMarker(.dropoff, at: Self.store, label: "Apple Store"),
        MapMarker(.ownCar, at: car),
        MapMarker(.car, at: MapPoint(latitude: -33.8640, longitude: 151.2190)),
      ],
      route: MapView.streetRoute(from: Self.operaHouse, to: Self.store),
      focus: [Self.operaHouse, Self.store, MapPoint(latitude: -33.8755, longitude: 151.2010)])
  }

  var content: ScreenContent {
    ScreenContent(facts: map.facts, choices: [.action("Leave") { [self] in outcome = true }])
  }

  func draw(in frame: inout Frame) {
    let (picture, help) = frame.region.splitBottom(1)
    map.draw(in: &frame, picture)
    frame.write("\("q leaves", .muted)", column: help.column, row: help.row)
  }

  func handle(_ key: Key) {
    if key == .character("q") || key == .escape { outcome = true }
  }

  func tick() {
    step += 1
  }
}
