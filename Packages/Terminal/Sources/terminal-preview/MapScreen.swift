import Observation
import Terminal

/// A map of Sydney with a walker on the way to the Opera House.
@MainActor
@Observable
final class MapScreen: DrawnScreen {
  private static let operaHouse = MapPoint(latitude: -33.858667, longitude: 151.214028)
  private static let store = MapPoint(latitude: -33.868781, longitude: 151.206645)

  private static let start = MapMarker.Kind(
    "Start", symbol: "●", plainSymbol: "S", style: Style(foreground: .green), priority: 2)
  private static let end = MapMarker.Kind(
    "End", symbol: "◆", plainSymbol: "E", style: Style(foreground: .red), priority: 1)
  private static let walker = MapMarker.Kind(
    "Walker", symbol: "▲", plainSymbol: "W", style: Style(foreground: .yellow))

  private(set) var outcome: Bool?
  private var step = 0

  private var map: MapView {
    let part = Double(step % 20) / 20
    let walker = MapPoint(
      latitude: -33.8755 + part * 0.0167, longitude: 151.2010 + part * 0.0130)
    return MapView(
      markers: [
        MapMarker(Self.start, at: Self.operaHouse, label: "Opera House"),
        MapMarker(Self.end, at: Self.store, label: "Apple Store"),
        MapMarker(Self.walker, at: walker),
      ],
      route: [
        Self.operaHouse,
        MapPoint(latitude: Self.store.latitude, longitude: Self.operaHouse.longitude), Self.store,
      ],
      streets: MapView.Streets(spacing: 250, bearing: 0),
      focus: [Self.operaHouse, Self.store, MapPoint(latitude: -33.8755, longitude: 151.2010)])
  }

  var content: ScreenContent {
    ScreenContent(
      facts: map.facts { "\(Int($0)) m" }, choices: [.action("Leave") { [self] in outcome = true }])
  }

  func draw(in frame: inout Frame) {
    let (picture, help) = frame.region.splitBottom(1)
    map.draw(in: &frame, picture)
    frame.write("\("q leaves", .muted)", column: help.column, row: help.row)
  }

  func handle(_ key: Key) {
    if key == .character("q") || key == .escape { outcome = true }
  }

  func work() async {
    await clock.repeatedly(after: .milliseconds(500)) { step += 1 }
  }
}
