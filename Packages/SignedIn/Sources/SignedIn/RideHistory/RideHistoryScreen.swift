import Console
import Core
import Observation
import RideUI
import Terminal

/// The rides that the rider has had, newest first; each can be opened.
@MainActor @Observable final class RideHistoryScreen: NavigableScreen {
  private static let limit = 100
  /// How long the list may be old while there is no stream.
  private static let refreshInterval = Duration.seconds(5)

  private let scenes: Scenes<SignedInScene>
  private let knownRides: KnownRides
  private let liveEvents: LiveEvents
  private let rides: CloudList<Ride>
  private let list: SelectList<Ride>
  private let tiles: MapTiles
  private let wallClock: any WallClock

  init(
    rideRemoteAPI: any RideRemoteAPI, knownRides: KnownRides, liveEvents: LiveEvents,
    tiles: MapTiles, wallClock: any WallClock, scenes: Scenes<SignedInScene>
  ) {
    self.scenes = scenes
    (self.tiles, self.wallClock) = (tiles, wallClock)
    (self.knownRides, self.liveEvents) = (knownRides, liveEvents)
    rides = CloudList { () throws(CloudError) in
      let request = knownRides.nextRequest()
      let rides = try await rideRemoteAPI.rideHistory(limit: Self.limit)
      for ride in rides { knownRides.renew(ride, answering: request) }
      return rides
    }
    list = SelectList(columns: Self.columns, identity: \.id) {
      Self.cells(of: knownRides.newest($0))
    }
  }

  var navigator: Navigator { scenes.navigator }
  private var newest: [Ride] { rides.elements.map(knownRides.newest) }

  func work() async {
    async let ground: Void = tiles.load()
    for await step in liveEvents.steps(orAskEvery: Self.refreshInterval) {
      switch step {
      case .renew where rides.known == nil: await rides.load()
      case .renew: await rides.refresh()
      case .event(.ride(let live)) where live.isOwn: await rides.refresh()
      case .event: continue
      }
      list.items = newest
    }
    await ground
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
    let layout = ListLayout(page.draw(in: &frame))
    guard let preview = layout.preview, let selection = list.selection else {
      return list.draw(in: &frame, layout.list)
    }
    let panel = Panel("Rides", detail: Styled(total, .muted), hasFocus: true)
    list.draw(in: &frame, panel.draw(in: &frame, layout.list))
    let ride = knownRides.newest(selection)
    let title = ride.state.isEnded ? "Receipt" : "Under way"
    let receipt = Panel("\(title), \(Formatters.time(ride.requestedAt).prefix(10))")
    RidePreview(ride, tiles: tiles, now: wallClock.now, age: navigator.age)
      .draw(in: &frame, receipt.draw(in: &frame, preview))
  }

  private var total: String { list.items.count == 1 ? "1 ride" : "\(list.items.count) rides" }

  private static let columns = [
    Table.Column("Date", priority: 1, isWhole: true), Table.Column("Time", isWhole: true),
    Table.Column("To", priority: 3, minimumWidth: 6),
    Table.Column("", isWhole: true), Table.Column("Price", alignment: .trailing, priority: 2),
    Table.Column("State", priority: 4, isWhole: true),
  ]

  private static func cells(of ride: Ride) -> [Styled] {
    let (text, time) = (RideText(ride), Formatters.time(ride.requestedAt))
    let price = text.fare.text.split(separator: " ")
    return [
      // Without the year and the zone, which the receipt has.
      Styled(String(time.prefix(10).suffix(5)), .muted),
      Styled(String(time.prefix(16).suffix(5)), .muted),
      Styled(ride.dropoff.name ?? "A point"), Styled(price.dropLast().joined()),
      Styled(price.last.map(String.init) ?? ""), text.state,
    ]
  }

  private static func line(of ride: Ride) -> Styled {
    """
    \(ride.dropoff), \(RideText(ride).state.text), \(RideText(ride).fare)  \
    \(Formatters.time(ride.requestedAt), .muted)
    """
  }

  private var notices: [Styled] {
    if rides.isLoading { return ["Asking for your rides"] }
    if let failure = rides.failure { return .error(failure) }
    return rides.elements.isEmpty ? ["You have had no rides yet."] : []
  }

  func handle(_ key: Key) { list.handle(key, or: actions, choose: open) }
  private func open(_ ride: Ride) { scenes.push(.ride(ride)) }

  private var actions: [KeyAction] {
    guard !rides.isLoading, rides.failure != nil else { return exits() }
    return [.retry { [self] in await load() }] + exits()
  }
}
