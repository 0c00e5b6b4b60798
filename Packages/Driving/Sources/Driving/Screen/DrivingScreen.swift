import Console
import Core
import FoundationEssentials
import Glibc
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
  /// What the driver is asked; `nil` without a question.
  private var question: DrivingQuestion?

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
    switch question {
    case .kind(let car): return kindPanel(car)
    // An offer does not wait until the car is there.
    case .place(let place, let step):
      if let driver = model.driver, model.shift != nil, driver.offer == nil {
        return movePanel(to: place, by: step, driver)
      }
    case nil: break
    }
    return switch model.phase {
    case .loading: DrivingPanel(title: "Driving", actions: model.failure == nil ? [] : [retry])
    case .notRegistered:
      DrivingPanel(
        title: "You are not registered as a driver.",
        actions: [KeyAction(.enter, "Register") { [self] in question = .kind(nil) }])
    case .registered(let driver): registeredPanel(driver)
    }
  }

  /// The kinds of ride that a car can be registered for.
  private func kindPanel(_ car: DriverCar?) -> DrivingPanel {
    let kinds = Array(zip("123456789", RideOptionKind.allCases))
    let actions = kinds.map { key, kind in
      KeyAction(.character(key), Styled(kind.name)) { [self] in
        question = nil
        scenes.push(.car(kind, car))
      }
    }
    let back = KeyAction(.escape, "Back") { [self] in question = nil }
    return DrivingPanel(
      title: "Which kind of ride does your car serve?",
      facts: kinds.map { ("\($0)", Styled($1.name)) }, actions: actions + [back])
  }

  /// The car where the driver is about to put it, beside the trip.
  private func movePanel(
    to place: Location, by meters: Double, _ driver: DriverStatus
  ) -> DrivingPanel {
    let steps = [100.0, 500, 1000]
    let next = steps.first { $0 > meters } ?? steps[0]
    func step(_ key: Key, _ name: String, north: Double, east: Double) -> KeyAction {
      let target = place.moved(north: north * meters, east: east * meters)
      return KeyAction(key, Styled("\(Int(meters)) m \(name)")) { [self] in
        question = .place(target, step: meters)
      }
    }
    let put = KeyAction(.enter, "Put it here") { [self] in
      question = nil
      Task.immediate { [model] in await model.move(to: place) }
    }
    let scale = KeyAction(.character("s"), Styled("Steps of \(Int(next)) m")) { [self] in
      question = .place(place, step: next)
    }
    let back = KeyAction(.escape, "Keep") { [self] in question = nil }
    var panel = DrivingPanel(
      title: "Where is your car?",
      facts: [("Car", Styled(place.shown)), ("Steps", Styled("\(Int(meters)) m"))],
      map: registeredPanel(driver).map ?? DriverMap(car: place),
      actions: [
        put, step(.up, "north", north: 1, east: 0), step(.down, "south", north: -1, east: 0),
        step(.left, "west", north: 0, east: -1), step(.right, "east", north: 0, east: 1), scale,
        back,
      ])
    panel.map?.car = place
    panel.hints = [put.hint, KeyHint("Arrows", "Move it"), scale.hint, back.hint]
    return panel
  }

  private func registeredPanel(_ driver: DriverStatus) -> DrivingPanel {
    guard let newest = driver.shift, let shift = model.shift else {
      if let trip = model.trip { return panel(of: trip, driver) }
      return DrivingPanel(
        title: "You are offline.",
        facts: [driver.car.fact] + driver.stars + driver.missed + driver.hold,
        actions: (driver.obstacle == nil ? [goOnline] : []) + [
          KeyAction(.character("e"), "Edit car") { [self] in question = .kind(driver.car) }
        ])
    }
    // An offer does not wait until a rider is rated.
    if let trip = model.trip, trip.model.phase == .underway || driver.offer == nil {
      return panel(of: trip, driver)
    }
    if let offer = driver.offer { return offerPanel(offer, car: shift.position.location) }
    let offline = action(.character("o"), "Go offline") { api throws(CloudError) in
      try await api.endShift()
    }
    return shift.panel(of: newest, driver.missed, actions: [offline])
  }

  private func panel(of trip: TripContainer, _ driver: DriverStatus) -> DrivingPanel {
    var panel = trip.panel { [scenes] driven in
      scenes.push(.code(driven.ride.id, rider: driven.rider))
    }
    panel.facts += driver.hold
    return panel
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
      notices: notices, hints: panel.hints ?? actions.hints)
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
    if let position = panel.position {
      let isManual = position.isSetByDriver
      let move = KeyAction(.character("m"), "Move car") { [self] in
        question = .place(position.location, step: 100)
      }
      let autopilot = KeyAction(.character("p"), isManual ? "Autopilot" : "Drive yourself") {
        position.switchAutopilot()
      }
      // After the next step of a trip, and before what ends it.
      actions.insert(
        contentsOf: isManual ? [move, autopilot] : [autopilot], at: min(1, actions.count))
    }
    let hasEscape = actions.contains { $0.key == .escape }
    if hasEscape { return actions + navigator.shortcuts(on: self) }
    guard navigator.root === self else { return actions + exits() }
    return actions + [KeyAction(.escape, "Leave") { [navigator] in navigator.quit() }]
  }
}

/// A question on the screen of a driver.
private enum DrivingQuestion {
  /// Which kind of ride a car serves, with what is registered.
  case kind(DriverCar?)
  /// Where the car is, in steps of some meters.
  case place(Location, step: Double)
}

extension Location {
  /// The point some meters away.
  fileprivate func moved(north: Double, east: Double) -> Location {
    let degrees = 180 / (.pi * Location.earthRadius)
    let scale = max(0.01, cos(latitude * .pi / 180))
    return Location(nearestTo: latitude + north * degrees, longitude + east * degrees / scale)
  }
}
