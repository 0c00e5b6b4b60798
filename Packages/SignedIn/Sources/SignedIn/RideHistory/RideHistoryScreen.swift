import Core
import Observation
import Terminal

/// The rides that the rider has had.
@MainActor
@Observable
final class RideHistoryScreen: NavigableScreen {
  /// How many rides are shown.
  private static let limit = 100

  let navigator: Navigator
  private let model: RideHistoryViewModel
  private let list = SelectList<Ride>(label: row(of:))

  init(model: RideHistoryViewModel, navigator: Navigator) {
    self.model = model
    self.navigator = navigator
  }

  func work() async {
    await load()
  }

  private func load() async {
    await model.load(limit: Self.limit)
    list.items = model.rides
  }

  // MARK: - Looks

  var content: ScreenContent {
    ScreenContent(facts: notices + model.rides.map { Self.row(of: $0) }, choices: actions.choices)
  }

  func draw(in frame: inout Frame) {
    let page = Page(
      title: "\("Koober", .heading) - Rides", notices: notices,
      hints: [KeyHint("Arrows", "Move")] + actions.hints)
    list.draw(in: &frame, page.draw(in: &frame))
  }

  nonisolated private static func row(of ride: Ride) -> Styled {
    """
    \(ride.dropoff), \(ride.state.name), \(ride.price)  \
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
    if !actions.perform(key) { _ = list.handle(key) }
  }

  private var actions: [KeyAction] {
    guard case .failed = model.phase else { return exits() }
    return [KeyAction(.control("r"), "Try again") { [self] in Task.immediate { await load() } }]
      + exits()
  }
}
