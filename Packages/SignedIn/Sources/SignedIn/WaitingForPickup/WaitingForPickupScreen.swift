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
  private let askForAmount: @MainActor (Ride) -> Void
  private let profile: RiderProfile
  private var question: Question?
  /// Whether the keys give a tip.
  private var asksForTip = false
  private var camera = MapCamera()

  init(
    model: WaitingForPickupViewModel, tiles: MapTiles, wallClock: any WallClock,
    profile: RiderProfile, rideMenu: @escaping @MainActor (Ride) -> [MenuItem],
    askForAmount: @escaping @MainActor (Ride) -> Void, navigator: Navigator
  ) {
    self.askForAmount = askForAmount
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
      choices: actions.choices + stars.choices)
  }

  func draw(in frame: inout Frame) {
    let page = Page(
      title: "\("Koober", .heading) - \(title)", status: Styled(profile.nickname),
      notices: notices, hints: (stars.isEmpty ? [] : [[KeyAction].starHint]) + actions.hints)
    let region = page.draw(in: &frame)
    let columns = min(MapLayout.panelColumns, region.columns)
    let rows = facts(columns, frame).count + (stars.isEmpty ? 1 : 2)
    let layout = MapLayout(region, needed: 6, wanted: rows)
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
    let facts = facts(columns, frame)
    var lines = layout.isBeside ? facts : [text.headline] + facts
    if !stars.isEmpty {
      let row = region.splitTop(lines.count).rest.splitTop(1).top
      lines.append(starLine(frame))
      // Each star is clicked like its key.
      for (index, star) in stars.enumerated() where row.rows > 0 {
        let cell = row.splitLeading(2 * index).rest.splitLeading(1).leading
        frame.targets.append(Frame.Target(cell, star.key))
      }
    }
    let isLong = lines.count > region.rows
    frame.write(
      isLong
        ? ([text.headline] + text.briefOverview).flatMap { $0.wrapped(to: max(1, columns)) }
        : lines, in: region)
  }

  private func facts(_ columns: Int, _ frame: Frame) -> [Styled] {
    text.lines(columns: columns, at: wallClock.now, isUnicode: frame.isUnicode)
  }

  /// The stars that can be given; one of them ends more than a ride.
  private func starLine(_ frame: Frame) -> Styled {
    let star = frame.isUnicode ? "☆" : "*"
    let row = Array(repeating: star, count: 5).joined(separator: " ")
    return "\(row, .accent)\(isSimulated ? "" : "  1 star: never again")"
  }

  private var title: String {
    switch ride.state {
    case .completed: "Receipt"
    case .cancelled: "Cancelled ride"
    case .requested, .accepted, .arriving, .arrived, .onTrip: "Your ride"
    }
  }

  private var isSimulated: Bool { ride.driver?.simulation == .driver }
  private var text: RideText { RideText(model.ride, age: navigator.age) }

  private var notices: [Styled] {
    if model.isCancelling { return ["Cancelling the ride"] }
    if model.isRating { return ["Sending the stars"] }
    if let question { return [question.text] }
    if asksForTip { return ["How much does \(ride.driver?.name ?? "the driver") get as a tip?"] }
    if model.failure != nil { return .error(model.failure) }
    return (model.stars.map { [ride.rated($0)] } ?? []) + tipped
      + (model.hasBlocked ? [ride.driverBlocked] : [])
  }

  private var tipped: [Styled] {
    model.tip.map { ["You gave \(ride.driver?.name ?? "the driver") a tip of \($0.description)."] }
      ?? []
  }

  func handle(_ key: Key) {
    if question != nil, key == .escape {
      question = nil
    } else if !(stars + actions).perform(key) {
      _ = camera.handle(key)
    }
  }

  func handle(_ event: MouseEvent, size: TerminalSize) { camera.handle(event, size: size) }

  private var actions: [KeyAction] {
    if model.isCancelling { return [] }
    if let question { return question.answers { [self] in self.question = nil } }
    if asksForTip { return tips }
    var actions: [KeyAction] = []
    if ride.state.isEnded, navigator.root === self {
      actions.append(KeyAction(.enter, "New ride") { [model] in model.newRide() })
    }
    if model.canRequestAgain {
      actions.append(KeyAction(.character("a"), "Again") { [model] in model.requestAgain() })
    }
    if model.canTip {
      actions.append(KeyAction(.character("t"), "Tip") { [self] in asksForTip = true })
    }
    actions += rideMenu(model.ride).map { $0.action(in: navigator) }
    if model.ride.state.isCancellable {
      actions.append(KeyAction(.character("c"), "Cancel") { [self] in askToCancel() })
    }
    if model.canBlock {
      actions.append(KeyAction(.character("b"), "Block") { [self] in askToBlock() })
    }
    if navigator.root !== self {
      actions.append(KeyAction(.escape, "Back") { [self] in navigator.pop(self) })
    }
    return actions + navigator.menu(on: self)
  }

  /// The keys of the stars, while the receipt asks for them.
  private var stars: [KeyAction] {
    guard model.canRate, question == nil, !asksForTip else { return [] }
    return .stars(blocks: !isSimulated) { [model] in await model.rate($0) }
  }

  private var tips: [KeyAction] {
    func tip(_ key: Character, _ units: Int) -> KeyAction {
      let amount = Money(currency: ride.price.currency, minorUnits: units * 100)
      return KeyAction(.character(key), Styled(amount.description)) { [self] in
        asksForTip = false
        Task.immediate { await model.tip(amount.minorUnits) }
      }
    }
    return [
      tip("1", 1), tip("2", 2), tip("5", 5),
      KeyAction(.character("o"), "Other amount") { [self] in
        asksForTip = false
        askForAmount(ride)
      },
      KeyAction(.escape, "No tip") { [self] in asksForTip = false },
    ]
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
