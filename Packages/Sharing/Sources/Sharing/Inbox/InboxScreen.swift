import Console
import Core
import FoundationEssentials
import Observation
import RideUI
import Terminal

/// The inbox: the list, and the item that is being read.
@MainActor @Observable final class InboxScreen: NavigableScreen {
  private static let limit = 100
  /// How long the list may be old while there is no stream.
  private static let refreshInterval = Duration.seconds(3)

  let navigator: Navigator
  private let model: InboxViewModel
  private let liveEvents: LiveEvents
  private let tiles: MapTiles
  private let wallClock: any WallClock
  private let list = SelectList<InboxItem>(
    columns: [
      Table.Column("", priority: 4, minimumWidth: 3),
      Table.Column("From", priority: 2, minimumWidth: 8),
      Table.Column("Text", priority: 3, minimumWidth: 16), Table.Column("Shared", isWhole: true),
    ], identity: \.id
  ) { item in
    [
      item.read ? "" : Styled("new", .accent), Styled(item.from.name, .bold), Styled(item.text),
      Styled(Formatters.time(item.sharedAt), .muted),
    ]
  }

  init(
    model: InboxViewModel, liveEvents: LiveEvents, tiles: MapTiles, wallClock: any WallClock,
    navigator: Navigator
  ) {
    (self.model, self.liveEvents) = (model, liveEvents)
    (self.tiles, self.wallClock) = (tiles, wallClock)
    self.navigator = navigator
  }

  var isBusy: Bool { model.phase == .loading }

  func work() async {
    async let ground: Void = tiles.load()
    for await step in liveEvents.steps(orAskEvery: Self.refreshInterval) {
      switch step {
      case .renew, .event(.inbox): await change { await $0.refresh(limit: Self.limit) }
      case .event(.ride(let live)): await change { $0.renew(live.ride) }
      case .event(.position(let position)): await change { $0.move(to: position) }
      case .event(.friends), .event(.driving), .event(.reset), .event(.resumed): break
      }
    }
    await ground
  }

  private func load() async { await change { await $0.load(limit: Self.limit) } }

  private func open(_ item: InboxItem) {
    Task.immediate { await change { await $0.open(item) } }
  }

  /// Changes the inbox and shows the result, here and in the status line.
  private func change(_ operation: (InboxViewModel) async -> Void) async {
    await operation(model)
    list.items = model.items
    if model.phase == .loaded { navigator.statusProvider(SharingStatus.self)?.show(model.items) }
  }

  // MARK: - Looks

  var content: ScreenContent {
    if let item = model.opened {
      return ScreenContent(facts: item.lines + notices, choices: actions.choices)
    }
    let items = model.items.map { item in
      ScreenChoice.action("Read \(Self.line(of: item))", id: item.id.rawValue) { [self] in
        open(item)
      }
    }
    return ScreenContent(facts: notices, choices: items + actions.choices)
  }

  func draw(in frame: inout Frame) {
    let isReading = model.opened != nil
    let page = Page(
      title: "\("Koober", .heading) - Inbox", status: isBusy ? frame.spinner : "", notices: notices,
      hints: (isReading || model.items.isEmpty ? [] : [KeyHint("Enter", "Read")]) + actions.hints)
    let body = page.draw(in: &frame)
    let layout = ListLayout(body)
    let item = model.opened ?? list.selection
    let shared = item.map {
      SharedItem(item: $0, tiles: tiles, now: wallClock.now, age: navigator.age)
    }
    if let preview = layout.preview, let shared {
      drawList(in: &frame, layout.list)
      shared.draw(in: &frame, preview, hasFocus: isReading)
    } else if isReading {
      shared?.drawContent(in: &frame, body)
    } else {
      list.draw(in: &frame, body)
    }
  }

  private func drawList(in frame: inout Frame, _ region: Region) {
    let badge = Styled.badge(model.items.count { !$0.read }, isUnicode: frame.isUnicode)
    let panel = Panel("Inbox \(badge)", hasFocus: model.opened == nil)
    list.draw(in: &frame, panel.draw(in: &frame, region))
  }

  private static func line(of item: InboxItem) -> Styled {
    "\(item.read ? "" : "new ", .accent)\(item.from.name, .bold): \(item.text)"
  }

  private var notices: [Styled] {
    switch model.phase {
    case .loading: ["Asking for your inbox"]
    case .loaded: model.items.isEmpty ? ["Nobody has shared anything with you yet."] : []
    case .failed(let error): .error(error)
    }
  }

  // MARK: - Keys

  func handle(_ key: Key) {
    if model.opened == nil {
      list.handle(key, or: actions, choose: open)
    } else {
      actions.perform(key)
    }
  }

  private var actions: [KeyAction] {
    let endings =
      navigator.shortcuts(on: self) + [
        KeyAction(.escape, "Back") { [self] in
          if model.opened == nil { navigator.pop(self) } else { model.close() }
        }
      ]
    guard model.opened == nil, !isBusy else { return endings }
    return [.retry("Load again") { [self] in await load() }] + endings
  }
}

extension InboxItem {
  /// Everything about the item, one fact per line.
  var lines: [Styled] {
    let head: [Styled] = [
      "From \(from.name, .bold), \(Formatters.time(sharedAt), .muted)", Styled(text),
    ]
    guard let ride else { return head }
    return head + [RideText(ride).headline(of: from.name)] + RideText(ride).overview.lines
  }
}

/// What a friend has shared, with the map of the ride as it is now.
@MainActor struct SharedItem {
  let item: InboxItem
  let tiles: MapTiles
  let now: Date
  /// The seconds since the ride was known.
  let age: Int

  /// Draws the item in a panel with the name of the friend.
  func draw(in frame: inout Frame, _ region: Region, hasFocus: Bool = false) {
    let isUnderway = item.ride?.state.isEnded == false
    let panel = Panel(
      "\(item.from.name, .bold)", detail: isUnderway ? Styled("under way", .success) : "",
      hasFocus: hasFocus)
    drawContent(in: &frame, panel.draw(in: &frame, region))
  }

  /// Draws the text, and below it the ride.
  func drawContent(in frame: inout Frame, _ region: Region) {
    let head = "\(Styled(item.text))  \(Formatters.time(item.sharedAt), .muted)" as Styled
    let lines = head.wrapped(to: max(1, region.columns - 2))
    let (top, rest) = region.splitTop(lines.count)
    frame.write(lines, in: top.inset(columns: 1, rows: 0))
    guard let ride = item.ride else { return }
    RidePreview(ride, of: item.from.name, tiles: tiles, now: now, age: age).draw(in: &frame, rest)
  }
}
