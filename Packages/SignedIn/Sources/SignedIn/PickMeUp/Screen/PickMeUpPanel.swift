import Core
import RideUI
import Terminal

/// The panel beside the map in one phase of a pick-up.
@MainActor protocol PickMeUpPanel: AnyObject {
  /// The rows that it needs on a narrow screen.
  var rows: Int { get }
  /// In the border where the panel lies over the map.
  var title: Styled { get }
  /// The rows that it takes there.
  var rowsBeside: Int { get }
  var facts: [Styled] { get }
  var notices: [Styled] { get }
  /// The hints of keys that are not actions.
  var hints: [KeyHint] { get }
  var actions: [KeyAction] { get }
  /// The choices of line mode before the actions.
  var choices: [ScreenChoice] { get }
  var isBusy: Bool { get }
  /// Whether the whole menu is offered: where nothing is typed and nothing is to be decided.
  var showsMenu: Bool { get }
  var highlighted: Waypoint? { get }
  var isTyping: Bool { get }

  /// - Parameter isBeside: Whether the panel has a border with its title.
  func draw(in frame: inout Frame, _ region: Region, isBeside: Bool)
  /// Handles a key that belongs to no action.
  func handle(_ key: Key)
  func paste(_ text: String)
}

extension PickMeUpPanel {
  var notices: [Styled] { [] }
  var hints: [KeyHint] { [] }
  var choices: [ScreenChoice] { [] }
  var isBusy: Bool { false }
  var showsMenu: Bool { false }
  var highlighted: Waypoint? { nil }
  var isTyping: Bool { false }
  func handle(_ key: Key) {}
  func paste(_ text: String) {}
}

/// Creates the panels of one pick-up on first use.
@MainActor final class PickMeUpPanels {
  /// How near a place is the pick-up itself, in meters.
  private static let here = 30

  let start: StartPanel
  private let pickup: PlacePanel
  private let dropoff: PlacePanel
  private let knownPlaces: KnownPlaces
  private let location: Location
  private let confirm: ConfirmPanel
  private let friendsUnderWay: @Sendable () async -> [InboxItem]
  private let liveEvents: LiveEvents
  private let makeOptionPanel: @MainActor (Waypoint) -> RideOptionPanel
  private var options: RideOptionPanel?

  init(
    model: PickMeUpViewModel, cars: CloudList<NearbyCar>, tiles: MapTiles, knownPlaces: KnownPlaces,
    friendsUnderWay: @escaping @Sendable () async -> [InboxItem], liveEvents: LiveEvents,
    makePicker: () -> DropoffLocationPickerViewModel,
    makeOptionPanel: @escaping @MainActor (Waypoint) -> RideOptionPanel
  ) {
    (self.makeOptionPanel, self.friendsUnderWay) = (makeOptionPanel, friendsUnderWay)
    self.liveEvents = liveEvents
    start = StartPanel(model: model, cars: cars, tiles: tiles)
    pickup = PlacePanel(
      question: "Where from?", model: model, picker: makePicker(), saved: knownPlaces.saved)
    dropoff = PlacePanel(
      question: "Where to?", model: model, picker: makePicker(), saved: knownPlaces.saved)
    self.knownPlaces = knownPlaces
    location = model.pickup.location
    confirm = ConfirmPanel(model: model)
    start.search = { [dropoff] text in dropoff.search(for: text) }
    for panel in [pickup, dropoff] {
      panel.placesChanged = { [weak self] in await self?.loadSuggestions() }
    }
  }

  /// Asks for the places that are offered before anything is typed.
  func loadSuggestions() async {
    let suggestions = await knownPlaces.suggestions(near: location)
    (start.suggestions, pickup.suggestions, dropoff.suggestions) =
      (suggestions, suggestions, suggestions.filter { !Self.isHere($0.place) })
  }

  func followFriends() async {
    for await step in liveEvents.steps(orAskEvery: .seconds(30)) {
      switch step {
      case .event(.ride(let live)) where live.isOwn: break
      case .renew, .event(.ride), .event(.inbox): start.friends = await friendsUnderWay()
      case .event: break
      }
    }
  }

  /// Retries the requests that failed while the cloud did not answer.
  func retry(isBack: Bool) async {
    for panel in [pickup, dropoff] { panel.retry() }
    options?.retry()
    if isBack { await loadSuggestions() }
  }

  /// Whether a place is where the trip begins, so that none leads there.
  static func isHere(_ place: Place) -> Bool { (place.distanceMeters ?? .max) < here }

  func panel(for phase: PickMeUpViewModel.Phase) -> any PickMeUpPanel {
    switch phase {
    case .initial: start
    case .selectPickup: pickup
    case .selectDropoff: dropoff
    case .selectRideOption(let dropoff): optionPanel(for: dropoff)
    case .confirm, .sending, .accepted: confirm
    }
  }

  /// The way to a drop-off; empty before it is known.
  func route(to dropoff: Waypoint) -> [Location] {
    options.flatMap { $0.dropoff == dropoff ? $0.route : nil } ?? []
  }

  /// The options of another trip are other options, and are loaded at once.
  private func optionPanel(for dropoff: Waypoint) -> RideOptionPanel {
    if let options, options.dropoff == dropoff { return options }
    let panel = makeOptionPanel(dropoff)
    options = panel
    panel.load()
    return panel
  }
}
