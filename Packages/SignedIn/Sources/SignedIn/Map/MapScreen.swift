import Console
import Core
import Observation
import RideUI
import Terminal

/// The screen of a map.
@MainActor @Observable final class MapScreen: NavigableScreen {
  let navigator: Navigator
  private let model: MapViewModel
  private var camera = MapCamera()
  init(model: MapViewModel, navigator: Navigator) {
    (self.model, self.navigator) = (model, navigator)
  }
  func work() async { await model.follow() }

  var content: ScreenContent {
    ScreenContent(facts: model.facts + notices, choices: actions.prefix(1).map(\.choice))
  }

  func draw(in frame: inout Frame) {
    var page = Page(
      title: "\("Koober", .heading) - Map", notices: notices,
      hints: actions.prefix(1).map(\.hint) + MapCamera.hints)
    let rows = lines(columns: MapLayout.panelColumns).count
    let divide = { MapLayout($0, needed: min(6, rows), wanted: rows) }
    let empty = frame
    var layout = divide(page.draw(in: &frame))
    if layout.map.rows == 0 {
      // Without a map nothing can be moved.
      frame = empty
      page.hints.removeLast(MapCamera.hints.count)
      layout = divide(page.draw(in: &frame))
    }
    var view = model.snapshot.map.view
    view.camera = camera
    view.cover = layout.cover(rows: rows)
    model.tiles.draw(view, in: &frame, layout.map)
    let inside = layout.drawPanel(Panel(""), rows: rows, in: &frame)
    frame.write(lines(columns: inside.columns), in: inside)
  }

  func handle(_ key: Key) { if !actions.perform(key) { _ = camera.handle(key) } }
  func handle(_ event: MouseEvent, size: TerminalSize) { camera.handle(event, size: size) }

  private func lines(columns: Int) -> [Styled] {
    let snapshot = model.snapshot
    guard let ride = snapshot.ride else {
      let ends = RideText.ends(pickup, snapshot.dropoff.map { $0.name ?? "The drop-off point" })
      return KeyValueList(
        ends + [("Cars nearby", Styled("\(snapshot.cars.count)"))]
      ).lines(columns: columns)
    }
    let text = RideText(ride)
    return [text.headline] + text.overview.lines(columns: columns)
  }

  private var pickup: String {
    let pickup = model.snapshot.pickup
    return pickup.name ?? model.tiles.name(near: pickup.location) ?? "Where you are"
  }

  private var notices: [Styled] { .error(model.failure) }

  private var actions: [KeyAction] {
    [Key.character("q"), .escape].map { key in
      KeyAction(key, "Leave") { [navigator] in navigator.quit() }
    }
  }
}
