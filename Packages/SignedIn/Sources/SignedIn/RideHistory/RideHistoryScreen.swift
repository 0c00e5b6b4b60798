import Core
import Observation
import Terminal

/// How the rides are left.
enum RideHistoryOutcome: Equatable {
  case back
  case profile
}

/// The rides that the rider has had.
@MainActor
@Observable
final class RideHistoryScreen: DrawnScreen {
  /// How many rides are shown.
  private static let limit = 100

  private let model: RideHistoryViewModel
  private let list = SelectList<Ride>(label: row(of:))
  private(set) var outcome: RideHistoryOutcome?

  init(model: RideHistoryViewModel) {
    self.model = model
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
    let back = KeyAction(.escape, "Back") { [self] in outcome = .back }
    let profile = KeyAction(.control("p"), "Profile") { [self] in outcome = .profile }
    guard case .failed = model.phase else { return [profile, back] }
    return [
      KeyAction(.control("r"), "Try again") { [self] in Task.immediate { await load() } }, profile,
      back,
    ]
  }
}
