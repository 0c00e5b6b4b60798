import Core
import Observation
import RideUI
import Terminal

/// A map of the pick-up, and beside it the steps from "where to?" to the accepted ride.
@MainActor @Observable final class PickMeUpScreen: NavigableScreen {
  static let refreshInterval = Duration.seconds(3)

  let navigator: Navigator
  private let profile: RiderProfile
  private let model: PickMeUpViewModel
  private let cars: CloudList<NearbyCar>
  private let panels: PickMeUpPanels
  private let tiles: MapTiles
  private let wallClock: any WallClock
  private var camera = MapCamera()

  init(
    model: PickMeUpViewModel, cars: CloudList<NearbyCar>, panels: PickMeUpPanels, tiles: MapTiles,
    wallClock: any WallClock, profile: RiderProfile, navigator: Navigator
  ) {
    (self.tiles, self.model, self.cars) = (tiles, model, cars)
    (self.panels, self.wallClock) = (panels, wallClock)
    (self.profile, self.navigator) = (profile, navigator)
  }

  var isBusy: Bool { panel.isBusy }

  func work() async {
    async let suggestions: Void = panels.loadSuggestions()
    async let friends: Void = panels.followFriends()
    async let ground: Void = tiles.load()
    await renewCars()
    await wallClock.repeatedly(after: Self.refreshInterval) { await renewCars() }
    await suggestions
    await friends
    await ground
  }

  /// Renews the cars; the panels do again what failed while the cloud did not answer.
  private func renewCars() async {
    let wasFailing = cars.failure != nil
    await cars.refresh()
    if cars.failure == nil { await panels.retry(isBack: wasFailing) }
  }

  private var panel: any PickMeUpPanel { panels.panel(for: model.phase) }

  var content: ScreenContent {
    ScreenContent(facts: panel.facts + panel.notices, choices: panel.choices + actions.choices)
  }

  func draw(in frame: inout Frame) {
    let page = Page(
      title: "\("Koober", .heading) - Pick me up",
      status: isBusy ? "\(frame.spinner) \(profile.nickname)" : Styled(profile.nickname),
      notices: panel.notices, hints: panel.hints + actions.hints, isTyping: panel.isTyping)
    let layout = MapLayout(page.draw(in: &frame), needed: panel.rows, wanted: panel.rows)
    var view = map.view
    view.cover = layout.cover(rows: panel.rowsBeside)
    tiles.draw(view, in: &frame, layout.map)
    panels.start.carsInView =
      layout.map.rows > 0 ? view.count(of: .car, in: layout.map, isUnicode: frame.isUnicode) : nil
    let border = Panel(panel.title, hasFocus: panel.isTyping)
    let inside = layout.drawPanel(border, rows: panel.rowsBeside, in: &frame)
    panel.draw(in: &frame, inside, isBeside: layout.isBeside)
    if panel.showsMenu, layout.map.rows > 0 { frame.hints += MapCamera.hints }
  }

  private var map: TripMap {
    TripMap(
      pickup: model.pickup, dropoff: model.dropoff ?? panel.highlighted, cars: cars.elements,
      route: model.dropoff.map(panels.route) ?? [], camera: camera)
  }

  func handle(_ key: Key) {
    if actions.perform(key) || panel.showsMenu && camera.handle(key) { return }
    panel.handle(key)
  }

  func handle(_ event: MouseEvent, size: TerminalSize) { camera.handle(event, size: size) }
  func paste(_ text: String) { panel.paste(text) }

  private var actions: [KeyAction] {
    // Nobody goes elsewhere while a request is being sent.
    if case .sending = model.phase { return [] }
    return panel.actions
      + (panel.showsMenu ? navigator.menu(on: self) : navigator.shortcuts(on: self))
  }
}
