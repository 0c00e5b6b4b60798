import Commands
import Core
import Observation
import Terminal

/// The rides that the rider has had, newest first; each can be opened.
@MainActor
@Observable
final class RideHistoryScreen: NavigableScreen {
  /// How many rides are shown.
  private static let limit = 100
  /// How long the list may be old.
  private static let refreshInterval = Duration.seconds(5)

  let navigator: Navigator
  private let knownRides: KnownRides
  private let rides: CloudList<Ride>
  private let makeRideScreen: @MainActor (Ride) -> any NavigableScreen
  private let list: SelectList<Ride>

  /// - Parameters:
  ///   - knownRides: The states of the rides that are shown elsewhere, too.
  ///   - makeRideScreen: Returns the screen of one ride.
  init(
    rideRemoteAPI: any RideRemoteAPI, knownRides: KnownRides, navigator: Navigator,
    makeRideScreen: @escaping @MainActor (Ride) -> any NavigableScreen
  ) {
    self.navigator = navigator
    self.knownRides = knownRides
    self.makeRideScreen = makeRideScreen
    rides = CloudList { () throws(CloudError) in
      let request = knownRides.nextRequest()
      let rides = try await rideRemoteAPI.rideHistory(limit: Self.limit)
      for ride in rides { knownRides.renew(ride, answering: request) }
      return rides
    }
    list = SelectList(columns: RideHistoryTable.columns, identity: \.id) { ride in
      RideHistoryTable.cells(of: knownRides.newest(ride))
    }
  }

  private var newest: [Ride] { rides.elements.map(knownRides.newest) }

  func work() async {
    await load()
    await clock.repeatedly(after: Self.refreshInterval) {
      await rides.refresh()
      list.items = newest
    }
  }

  private func load() async {
    await rides.load()
    list.items = newest
  }

  var content: ScreenContent {
    let choices = newest.map { ride in
      ScreenChoice.action("Open \(Self.line(of: ride))", id: ride.id.rawValue) { [self] in
        open(ride)
      }
    }
    return ScreenContent(facts: notices, choices: rides.isLoading ? [] : choices + actions.choices)
  }

  func draw(in frame: inout Frame) {
    let hints = [KeyHint("Enter", "Open"), KeyHint("Up/Down", "Move")]
    let page = Page(
      title: "\("Koober", .heading) - Rides", notices: notices,
      hints: (list.items.isEmpty ? [] : hints) + actions.hints)
    list.draw(in: &frame, page.draw(in: &frame))
  }

  private static func line(of ride: Ride) -> Styled {
    """
    \(ride.dropoff), \(ride.state.name), \(RideText(ride).fare)  \
    \(Formatters.time(ride.requestedAt), .muted)
    """
  }

  private var notices: [Styled] {
    if rides.isLoading { return ["Asking for your rides"] }
    if let failure = rides.failure { return .error(failure) }
    return rides.elements.isEmpty ? ["You have had no rides yet."] : []
  }

  func handle(_ key: Key) { list.handle(key, or: actions, choose: open) }

  private func open(_ ride: Ride) { navigator.push(makeRideScreen(ride)) }

  private var actions: [KeyAction] {
    guard !rides.isLoading, rides.failure != nil else { return exits() }
    return [.retry { [self] in await load() }] + exits()
  }
}

/// The columns in which rides are listed, by the screen and by the command.
enum RideHistoryTable {
  private static let entries: [(column: Table.Column, cell: @Sendable (Ride) -> Styled)] = [
    (
      Table.Column("Requested", priority: 1, isWhole: true),
      { Styled(Formatters.time($0.requestedAt)) }
    ),
    (Table.Column("To", priority: 3, minimumWidth: 10), { Styled($0.dropoff.description) }),
    (Table.Column("State", priority: 4, isWhole: true), { RideText($0).state }),
    (Table.Column("Option"), { RideText($0).option }),
    (Table.Column("Price", alignment: .trailing, priority: 2), { RideText($0).fare }),
  ]

  static var columns: [Table.Column] { entries.map(\.column) }

  static func cells(of ride: Ride) -> [Styled] { entries.map { $0.cell(ride) } }
}
