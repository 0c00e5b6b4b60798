import Console
import Core
import FoundationEssentials
import Observation
import RideUI
import Terminal

/// A driver's screen: the map, and beside it the shift, an offer or the trip.
@MainActor @Observable final class DrivingScreen: NavigableScreen {
  /// How often the seconds and the car are drawn again.
  private static let tick = Duration.seconds(1)

  private let scenes: Scenes<DrivingScene>
  private let model: DrivingViewModel
  private let isFollowed: Bool
  private let tiles: MapTiles
  private let wallClock: any WallClock
  private var now: Date
  private var camera = MapCamera()

  init(
    model: DrivingViewModel, isFollowed: Bool, tiles: MapTiles, wallClock: any WallClock,
    scenes: Scenes<DrivingScene>
  ) {
    (self.model, self.isFollowed) = (model, isFollowed)
    (self.tiles, self.wallClock) = (tiles, wallClock)
    self.scenes = scenes
    now = wallClock.now
  }

  var navigator: Navigator { scenes.navigator }

  var isBusy: Bool { model.isBusy || (model.phase == .loading && model.failure == nil) }

  func work() async {
    async let ground: Void = tiles.load()
    async let time: Void = followTime()
    if isFollowed { await model.refresh() } else { await model.follow { _ in } }
    await ground
    await time
  }

  private func followTime() async {
    await wallClock.repeatedly(after: Self.tick) { now = wallClock.now }
  }

  // MARK: - Looks

  private var panel: DrivingPanel {
    switch model.phase {
    case .loading: DrivingPanel(title: "Driving", actions: model.failure == nil ? [] : [retry])
    case .notRegistered:
      DrivingPanel(
        title: "You are not registered as a driver.",
        actions: [KeyAction(.enter, "Register") { [scenes] in scenes.push(.car(nil)) }])
    case .registered(let driver): registeredPanel(driver)
    }
  }

  private func registeredPanel(_ driver: DriverStatus) -> DrivingPanel {
    guard let newest = driver.shift, let shift = model.shift else {
      return DrivingPanel(
        title: "You are offline.", facts: [driver.car.fact] + driver.missed + driver.hold,
        actions: (driver.obstacle == nil ? [goOnline] : []) + [
          KeyAction(.character("e"), "Edit car") { [scenes] in scenes.push(.car(driver.car)) }
        ])
    }
    // An offer does not wait until a rider is rated.
    if let trip = model.trip, trip.model.phase == .underway || driver.offer == nil {
      return trip.panel { [scenes] driven in
        scenes.push(.code(driven.ride.id, rider: driven.rider))
      }
    }
    if let offer = driver.offer { return offerPanel(offer, car: shift.position.location) }
    let offline = action(.character("o"), "Go offline") { api throws(CloudError) in
      try await api.endShift()
    }
    return shift.panel(of: newest, driver.missed, actions: [offline])
  }

  private var goOnline: KeyAction {
    KeyAction(.enter, "Go online") { [model] in Task.immediate { await model.goOnline() } }
  }

  private func offerPanel(_ offer: RideOffer, car: Location) -> DrivingPanel {
    DrivingPanel(
      title: Styled("A ride is offered", .success), facts: offer.facts(from: car),
      map: DriverMap(car: car, trip: (pickup: offer.pickup, dropoff: offer.dropoff)),
      deadline: offer.expiresAt,
      actions: [
        action(.character("a"), "Accept") { api throws(CloudError) in
          try await api.accept(offer.id)
        },
        action(.character("d"), "Decline") { api throws(CloudError) in
          try await api.decline(offer.id)
        },
      ])
  }

  private func action(_ key: Key, _ title: Styled, _ action: @escaping DriverAction) -> KeyAction {
    KeyAction(key, title) { [model] in Task.immediate { await model.perform(action) } }
  }

  private var notices: [Styled] {
    model.phase == .loading && model.failure == nil
      ? ["Asking for your shift"] : .error(model.failure)
  }

  var content: ScreenContent {
    ScreenContent(facts: panel.lines + notices, choices: isBusy ? [] : actions.choices)
  }

  func draw(in frame: inout Frame) {
    let panel = panel
    let page = Page(
      title: "\("Koober", .heading) - Drive", status: isBusy ? frame.spinner : "",
      notices: notices, hints: actions.hints)
    let region = page.draw(in: &frame)
    guard let map = panel.map?.view(camera) else {
      let title = panel.title.wrapped(to: region.columns)
      return frame.write(title + lines(of: panel, region.columns, frame), in: region)
    }
    draw(panel, on: map, in: &frame, region)
  }

  private func draw(
    _ panel: DrivingPanel, on map: MapView, in frame: inout Frame, _ region: Region
  ) {
    let rows = lines(of: panel, min(MapLayout.panelColumns, region.columns), frame).count
    let layout = MapLayout(region, needed: rows + 1, wanted: rows + 1, beside: rows + 2)
    var map = map
    map.cover = layout.cover(rows: rows)
    tiles.draw(map, in: &frame, layout.map)
    let border = Panel(panel.title, hasFocus: panel.deadline != nil)
    let inside = layout.drawPanel(border, rows: rows, in: &frame)
    let title = layout.isBeside ? [] : [panel.title]
    frame.write(title + lines(of: panel, inside.columns, frame), in: inside)
    if layout.map.rows > 0 { frame.hints += MapCamera.hints }
  }

  private func lines(of panel: DrivingPanel, _ columns: Int, _ frame: Frame) -> [Styled] {
    panel.lines(columns: columns, at: now, isUnicode: frame.isUnicode)
  }

  // MARK: - Keys

  func handle(_ key: Key) { if !actions.perform(key) { _ = camera.handle(key) } }
  func handle(_ event: MouseEvent, size: TerminalSize) { camera.handle(event, size: size) }
  private var retry: KeyAction { .retry { [model] in await model.refresh() } }

  private var actions: [KeyAction] {
    if model.isBusy { return [] }
    let panel = panel
    var actions = panel.actions
    if panel.canMove, let shift = model.shift {
      actions.append(
        KeyAction(.character("p"), "Position") { [scenes] in
          scenes.push(.position(shift.position.location))
        })
    }
    let hasEscape = actions.contains { $0.key == .escape }
    if hasEscape { return actions + navigator.shortcuts(on: self) }
    guard navigator.root === self else { return actions + exits() }
    return actions + [KeyAction(.escape, "Leave") { [navigator] in navigator.quit() }]
  }
}
