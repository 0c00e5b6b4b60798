import Commands
import Core
import Observation
import Terminal

/// The rides that the rider has had; each can be opened.
@MainActor
@Observable
final class RideHistoryScreen: NavigableScreen {
  /// How many rides are shown.
  private static let limit = 100
  /// How long the list may be old.
  private static let refreshInterval = Duration.seconds(5)

  let navigator: Navigator
  let clock: any Clock<Duration>
  private let model: RideHistoryViewModel
  private let makeRideScreen: @MainActor (Ride) -> any NavigableScreen
  private let list: SelectList<Ride>

  /// - Parameter makeRideScreen: Returns the screen of one ride.
  init(
    model: RideHistoryViewModel, navigator: Navigator, clock: any Clock<Duration>,
    makeRideScreen: @escaping @MainActor (Ride) -> any NavigableScreen
  ) {
    self.model = model
    self.navigator = navigator
    self.clock = clock
    self.makeRideScreen = makeRideScreen
    list = SelectList(columns: RideHistoryTable.columns, identity: \.id) { ride in
      RideHistoryTable.cells(of: model.knownRides.newest(ride))
    }
  }

  func work() async {
    await load()
    await clock.repeatedly(after: Self.refreshInterval) {
      await model.refresh(limit: Self.limit)
      list.items = model.rides
    }
  }

  private func load() async {
    await model.load(limit: Self.limit)
    list.items = model.rides
  }

  // MARK: - Looks

  var content: ScreenContent {
    let rides = model.rides.map { ride in
      ScreenChoice.action("Open \(Self.line(of: ride))", id: ride.id.rawValue) { [self] in
        open(ride)
      }
    }
    return ScreenContent(
      facts: notices, choices: model.phase == .loading ? [] : rides + actions.choices)
  }

  func draw(in frame: inout Frame) {
    let page = Page(
      title: "\("Koober", .heading) - Rides", notices: notices,
      hints: (model.rides.isEmpty ? [] : [KeyHint("Enter", "Open"), KeyHint("Up/Down", "Move")])
        + actions.hints)
    list.draw(in: &frame, page.draw(in: &frame))
  }

  /// The ride in a line of its own.
  private static func line(of ride: Ride) -> Styled {
    """
    \(ride.dropoff), \(ride.state.name), \(RideText(ride).fare)  \
    \(Formatters.time(ride.requestedAt), .muted)
    """
  }

  private var notices: [Styled] {
    switch model.phase {
    case .loading: ["Asking for your rides"]
    case .loaded(let rides): rides.isEmpty ? ["You have had no rides yet."] : []
    case .failed(let error): .error(error.problem.message, hint: error.problem.hint)
    }
  }

  // MARK: - Keys

  func handle(_ key: Key) {
    if !list.isFiltering, actions.perform(key) { return }
    switch list.handle(key) {
    case .chosen(let ride): open(ride)
    case .ignored: actions.perform(key)
    case .handled: break
    }
  }

  private func open(_ ride: Ride) {
    navigator.push(makeRideScreen(ride))
  }

  private var actions: [KeyAction] {
    guard case .failed = model.phase else { return exits() }
    return [KeyAction(.control("r"), "Try again") { [self] in Task.immediate { await load() } }]
      + exits()
  }
}
