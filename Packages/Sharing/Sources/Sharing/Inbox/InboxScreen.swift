import Commands
import Core
import Observation
import Terminal

/// The inbox: the list, and the item that is being read.
@MainActor
@Observable
final class InboxScreen: NavigableScreen {
  /// How many items are shown.
  private static let limit = 100
  /// How long the list may be old.
  private static let refreshInterval = Duration.seconds(5)

  let navigator: Navigator
  private let model: InboxViewModel
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

  init(model: InboxViewModel, navigator: Navigator) {
    self.model = model
    self.navigator = navigator
  }

  var isBusy: Bool { model.phase == .loading }

  func work() async {
    await load()
    await clock.repeatedly(after: Self.refreshInterval) {
      await change { await $0.refresh(limit: Self.limit) }
    }
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
      hints: (isReading || model.items.isEmpty ? [] : [KeyHint("Enter", "Read")])
        + actions.hints)
    let body = page.draw(in: &frame)
    if let item = model.opened {
      frame.write(item.lines.flatMap { $0.wrapped(to: max(1, body.columns)) }, in: body)
    } else {
      list.draw(in: &frame, body)
    }
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
  fileprivate var lines: [Styled] {
    var lines: [Styled] = [
      "From \(from.name, .bold), \(Formatters.time(sharedAt), .muted)", Styled(text),
    ]
    guard let ride else { return lines }
    lines += [
      "Ride from \(ride.pickup) to \(ride.dropoff)", RideText(ride).headline(of: from.name),
    ]
    if let seconds = ride.secondsUntilDropoff {
      lines.append("Drop-off in \(Formatters.duration(seconds: seconds))")
    }
    if let car = ride.car, let driver = ride.driver {
      lines.append("Driver: \(driver.name), \(car.model), \(car.plate)")
    }
    return lines
  }
}
