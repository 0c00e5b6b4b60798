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

  let clock: any Clock<Duration>
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
  private var spinner = Spinner()

  init(model: InboxViewModel, navigator: Navigator, clock: any Clock<Duration>) {
    self.model = model
    self.navigator = navigator
    self.clock = clock
  }

  var tickInterval: Duration? { model.phase == .loading ? Spinner.interval : nil }

  func tick() {
    spinner.advance()
  }

  func work() async {
    await load()
    await clock.repeatedly(after: Self.refreshInterval) {
      await change { await $0.refresh(limit: Self.limit) }
    }
  }

  private func load() async {
    await change { await $0.load(limit: Self.limit) }
  }

  private func open(_ item: InboxItem) {
    Task.immediate { await change { await $0.open(item) } }
  }

  /// Changes the inbox and shows what has become of it, here and in the status line.
  private func change(_ operation: (InboxViewModel) async -> Void) async {
    await operation(model)
    list.items = model.items
    if model.phase == .loaded { navigator.statusProvider(SharingStatus.self)?.show(model.items) }
  }

  // MARK: - Looks

  var content: ScreenContent {
    if let item = model.opened {
      return ScreenContent(
        facts: InboxItemText(item: item).lines + notices, choices: actions.choices)
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
      title: "\("Koober", .heading) - Inbox",
      status: model.phase == .loading ? spinner.line(isUnicode: frame.isUnicode) : "",
      notices: notices,
      hints: (isReading || model.items.isEmpty ? [] : [KeyHint("Enter", "Read")])
        + actions.hints)
    let body = page.draw(in: &frame)
    if let item = model.opened {
      let lines = InboxItemText(item: item).lines
      frame.write(lines.flatMap { $0.wrapped(to: max(1, body.columns)) }, in: body)
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
    case .failed(let error): .error(error.problem.message, hint: error.problem.hint)
    }
  }

  // MARK: - Keys

  func handle(_ key: Key) {
    guard model.opened == nil else {
      actions.perform(key)
      return
    }
    if navigator.shortcuts(on: self).perform(key) { return }
    switch list.handle(key) {
    case .chosen(let item): open(item)
    case .ignored: actions.perform(key)
    case .handled: break
    }
  }

  private var actions: [KeyAction] {
    let endings =
      navigator.shortcuts(on: self) + [
        KeyAction(.escape, "Back") { [self] in
          if model.opened == nil { navigator.pop(self) } else { model.close() }
        }
      ]
    guard model.opened == nil, model.phase != .loading else { return endings }
    return [KeyAction(.control("r"), "Load again") { [self] in Task.immediate { await load() } }]
      + endings
  }
}
