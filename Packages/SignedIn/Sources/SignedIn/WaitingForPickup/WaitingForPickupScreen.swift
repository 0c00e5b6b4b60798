import Console
import Core
import Observation
import RideUI
import Terminal

/// The screen of a requested ride: the map, its facts and its actions.
@MainActor @Observable final class WaitingForPickupScreen: NavigableScreen {
  let navigator: Navigator
  private let model: WaitingForPickupViewModel
  private let tiles: MapTiles
  private let wallClock: any WallClock
  private let rideMenu: @MainActor (Ride) -> [MenuItem]
  private let profile: RiderProfile
  private var question: Question?
  /// Whether the keys give stars.
  private var asksForStars = false
  private var camera = MapCamera()

  init(
    model: WaitingForPickupViewModel, tiles: MapTiles, wallClock: any WallClock,
    profile: RiderProfile, rideMenu: @escaping @MainActor (Ride) -> [MenuItem], navigator: Navigator
  ) {
    (self.model, self.tiles, self.wallClock) = (model, tiles, wallClock)
    (self.profile, self.rideMenu, self.navigator) = (profile, rideMenu, navigator)
  }

  private var ride: Ride { model.ride }

  func work() async {
    async let ground: Void = tiles.load()
    await model.follow {}
    await ground
  }

  var content: ScreenContent {
    ScreenContent(
      facts: [text.headline] + text.overview.lines + TripMap.facts(of: ride) + notices,
      choices: actions.choices)
  }

  func draw(in frame: inout Frame) {
    let page = Page(
      title: "\("Koober", .heading) - \(title)", status: Styled(profile.nickname),
      notices: notices, hints: actions.hints)
    let rows = text.overview.entries.count + 1
    let layout = MapLayout(page.draw(in: &frame), needed: 6, wanted: rows)
    frame.windowTitle = text.windowTitle
    var view = TripMap(ride, carStart: model.carStart, camera: camera).view
    view.cover = layout.cover(rows: rows)
    tiles.draw(view, in: &frame, layout.map)
    if layout.map.rows > 0 { frame.hints += MapCamera.hints }
    drawFacts(in: &frame, layout, rows: rows)
  }

  private func drawFacts(in frame: inout Frame, _ layout: MapLayout, rows: Int) {
    let region = layout.drawPanel(Panel(text.headline), rows: rows - 1, in: &frame)
    let columns = region.columns
    let facts = text.lines(columns: columns, at: wallClock.now, isUnicode: frame.isUnicode)
    let lines = layout.isBeside ? facts : [text.headline] + facts
    let isLong = lines.count > region.rows
    frame.write(
      isLong
        ? ([text.headline] + text.briefOverview).flatMap { $0.wrapped(to: max(1, columns)) }
        : lines, in: region)
  }

  private var title: String {
    switch ride.state {
    case .completed: "Receipt"
    case .cancelled: "Cancelled ride"
    case .requested, .accepted, .arriving, .arrived, .onTrip: "Your ride"
    }
  }

  private var text: RideText { RideText(model.ride, age: navigator.age) }

  private var notices: [Styled] {
    if model.isCancelling { return ["Cancelling the ride"] }
    if model.isRating { return ["Sending the stars"] }
    if let question { return [question.text] }
    if asksForStars { return ["How many stars does \(ride.driver?.name ?? "the driver") get?"] }
    if model.failure != nil { return .error(model.failure) }
    return (model.stars.map { [ride.rated($0)] } ?? [])
      + (model.hasBlocked ? [ride.driverBlocked] : [])
  }

  func handle(_ key: Key) {
    if question != nil, key == .escape {
      question = nil
    } else if !actions.perform(key) {
      _ = camera.handle(key)
    }
  }

  func handle(_ event: MouseEvent, size: TerminalSize) { camera.handle(event, size: size) }

  private var actions: [KeyAction] {
    if model.isCancelling { return [] }
    if let question { return question.answers { [self] in self.question = nil } }
    if asksForStars { return ratings }
    var actions: [KeyAction] = []
    if ride.state.isEnded, navigator.root === self {
      actions.append(KeyAction(.enter, "New ride") { [model] in model.newRide() })
    }
    if model.canRequestAgain {
      actions.append(KeyAction(.character("a"), "Again") { [model] in model.requestAgain() })
    }
    if model.canRate {
      actions.append(KeyAction(.character("t"), "Rate") { [self] in asksForStars = true })
    }
    actions += rideMenu(model.ride).map { $0.action(in: navigator) }
    if model.ride.state.isCancellable {
      actions.append(KeyAction(.character("c"), "Cancel") { [self] in askToCancel() })
    }
    if model.canBlock {
      actions.append(KeyAction(.character("b"), "Block driver") { [self] in askToBlock() })
    }
    if navigator.root !== self {
      actions.append(KeyAction(.escape, "Back") { [self] in navigator.pop(self) })
    }
    return actions + navigator.menu(on: self)
  }

  private var ratings: [KeyAction] {
    .stars { [self] in
      asksForStars = false
      await model.rate($0)
    } + [KeyAction(.escape, "Without stars") { [self] in asksForStars = false }]
  }

  private func askToBlock() {
    let name = ride.driver?.name ?? "the driver"
    question = Question(
      "Block \(name)? You never ride together again, and \(name) is not told.",
      yes: "Yes, block \(name)"
    ) { [model] in Task.immediate { await model.block() } }
  }

  /// Asks at once, and anew when the fee is another one by now: nothing is told of its changes.
  private func askToCancel() {
    ask()
    let asked = question?.text
    Task.immediate {
      await model.refresh()
      guard question?.text == asked else { return }
      if ride.state.isCancellable { ask() } else { question = nil }
    }
  }

  private func ask() {
    let now = wallClock.now
    let fee = ride.feeOfCancellation(at: now)?.minorUnits ?? 0
    question = Question(Styled(text.cancellationQuestion(at: now)), yes: "Yes, cancel it") {
      [self] in
      Task.immediate {
        guard await model.cancel(agreeingTo: fee) else { return }
        await model.refresh()
        if ride.state.isCancellable { ask() }
      }
    }
  }
}
