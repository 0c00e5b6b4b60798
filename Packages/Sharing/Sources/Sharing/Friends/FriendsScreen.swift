import Console
import Core
import Observation
import RideUI
import Terminal

/// The rider's friends and invitations: inviting, accepting, removing, blocking, writing.
@MainActor @Observable final class FriendsScreen: NavigableScreen {
  private let scenes: Scenes<SharingScene>
  private let model: FriendsViewModel
  private let tiles: MapTiles
  private let wallClock: any WallClock
  private let board: NotificationBoard
  private let liveEvents: LiveEvents
  private let list = SelectList<FriendRow>(
    columns: [
      Table.Column("Name", priority: 2, minimumWidth: 8),
      Table.Column("E-mail", priority: 1, minimumWidth: 12), Table.Column("", priority: 3),
    ], identity: \.email
  ) { $0.cells }
  /// How long the list may be old while there is no stream.
  private static let refreshInterval = Duration.seconds(5)
  /// The e-mail that is being typed, while a friend is being added.
  private var email: TextField?
  private var question: Question?

  init(
    model: FriendsViewModel, board: NotificationBoard, liveEvents: LiveEvents, tiles: MapTiles,
    wallClock: any WallClock, scenes: Scenes<SharingScene>
  ) {
    self.model = model
    (self.tiles, self.wallClock) = (tiles, wallClock)
    (self.board, self.liveEvents) = (board, liveEvents)
    self.scenes = scenes
  }

  var navigator: Navigator { scenes.navigator }
  var isBusy: Bool { !model.isEnabled }

  func work() async {
    async let ground: Void = tiles.load()
    for await step in liveEvents.steps(orAskEvery: Self.refreshInterval) {
      switch step {
      case .renew where model.phase == .loading: await change { await $0.load() }
      case .renew, .event(.friends): await change { await $0.refresh() }
      case .event(.inbox): await model.reloadShared()
      case .event(.ride(let live)): model.renewShared(live.ride.id) { _ in live.ride }
      case .event(.position(let position)):
        model.renewShared(position.ride) { $0.moved(to: position) }
      case .event(.driving), .event(.reset), .event(.resumed): break
      }
    }
    await ground
  }

  private func change(_ operation: (FriendsViewModel) async -> Void) async {
    await operation(model)
    list.items = FriendRow.rows(of: model.list)
    guard model.phase == .loaded else { return }
    await model.loadShared()
    navigator.statusProvider(SharingStatus.self)?.show(model.list.received, isSeen: true)
  }

  // MARK: - Looks

  var content: ScreenContent {
    let rows = FriendRow.rows(of: model.list)
    let additions =
      rows.compactMap(mainAction).map { ScreenChoice.action($0.title, perform: $0.perform) }
      + [.entry("Invite a friend by e-mail") { [self] in addFriend($0) }]
    let removals = rows.map { row in
      ScreenChoice.action("\(row.removal)") { [self] in askToRemove(row) }
    }
    let blocks = rows.compactMap { row in
      blocking(row).map { ScreenChoice.action("Block \(row.name)", perform: $0) }
    }
    let isPlain = model.isEnabled && question == nil
    return ScreenContent(
      facts: rows.map(\.line) + notices(board.lines),
      choices: (isPlain ? additions + removals + blocks : [])
        + (model.isEnabled ? endings.choices : []))
  }

  /// What Enter does with a row; `nil` for an invitation that is open.
  private func mainAction(
    of row: FriendRow
  ) -> (key: Styled, title: Styled, perform: @MainActor () -> Void)? {
    switch row.relation {
    case .received(let rider): ("Accept", "Accept \(row.name)", { [self] in accept(rider) })
    case .friend(let rider): ("Write", "Write to \(row.name)", { [self] in write(to: rider) })
    case .sent: nil
    }
  }

  func draw(in frame: inout Frame) {
    let page = Page(
      title: "\("Koober", .heading) - Friends", status: isBusy ? frame.spinner : "",
      notices: notices(board.lines(in: frame)), hints: hints, isTyping: email != nil)
    var body = page.draw(in: &frame)
    if let email {
      let (top, rest) = body.splitTop(2)
      frame.write("E-mail: ", column: top.column, row: top.row)
      email.drawLine(in: &frame, top.splitLeading(8).rest)
      body = rest
    }
    let layout = ListLayout(body)
    guard let preview = layout.preview, let row = list.selection else {
      return list.draw(in: &frame, layout.list)
    }
    let badge = Styled.badge(model.list.received.count, isUnicode: frame.isUnicode)
    let panel = Panel("Friends \(badge)", hasFocus: email == nil)
    list.draw(in: &frame, panel.draw(in: &frame, layout.list))
    draw(row, in: &frame, preview)
  }

  /// Draws what the rider of a row has shared, or what is open between the two.
  private func draw(_ row: FriendRow, in frame: inout Frame, _ region: Region) {
    if case .friend(let friend) = row.relation, let item = model.newestItem(by: friend) {
      return SharedItem(item: item, tiles: tiles, now: wallClock.now, age: navigator.age)
        .draw(in: &frame, region)
    }
    let inside = Panel("\(row.name, .bold)").draw(in: &frame, region)
    let lines = row.preview.wrapped(to: max(1, inside.columns - 2))
    frame.write(lines, in: inside.inset(columns: 1, rows: 0))
  }

  private func notices(_ notification: [Styled]) -> [Styled] {
    if let question { return [question.text] }
    switch model.phase {
    case .loading: return ["Asking for your friends"]
    case .changing: return ["Changing your friends"]
    case .failed(let failure): return .error(failure)
    case .loaded where list.items.isEmpty:
      return notification + ["You have no friends here yet. Invite one by e-mail."]
    case .loaded: return notification
    }
  }

  private var hints: [KeyHint] {
    guard model.isEnabled else { return endings.hints }
    if email != nil {
      return [KeyHint("Enter", "Invite")] + shortcuts.hints + [KeyHint("Esc", "Back")]
    }
    let main = question == nil ? list.selection.flatMap(mainAction) : nil
    return (main.map { [KeyHint("Enter", $0.key)] } ?? []) + actions.hints
  }

  // MARK: - Keys

  func handle(_ key: Key) {
    guard model.isEnabled else {
      endings.perform(key)
      return
    }
    if question != nil {
      if key == .escape { question = nil } else { actions.perform(key) }
    } else if let email {
      if !shortcuts.perform(key) { edit(email, key) }
    } else {
      list.handle(key, or: actions) { mainAction(of: $0)?.perform() }
    }
  }

  private func edit(_ email: TextField, _ key: Key) {
    switch key {
    case .escape: self.email = nil
    case .enter: addFriend(email.text)
    default: email.handle(key)
    }
  }

  func paste(_ text: String) { if model.isEnabled { email?.insert(text) } }
  private var actions: [KeyAction] { question == nil ? changes + endings : endings }

  private var changes: [KeyAction] {
    let invite = KeyAction(.character("+"), "Invite") { [self] in email = TextField(limit: 300) }
    guard let row = list.selection else { return [invite] }
    let remove = KeyAction(.delete, row.removalKey) { [self] in askToRemove(row) }
    guard let blocking = blocking(row) else { return [invite, remove] }
    return [invite, remove, KeyAction(.control("b"), "Block", perform: blocking)]
  }

  private var endings: [KeyAction] {
    if let question { return question.answers { [self] in self.question = nil } }
    guard model.phase != .changing else { return [] }
    guard case .failed = model.phase else { return exits() }
    return [.retry("Load again") { [self] in await change { await $0.load() } }] + exits()
  }

  private var shortcuts: [KeyAction] { navigator.shortcuts(on: self) }
  private func write(to friend: Friend) { scenes.push(.write(to: friend)) }

  private func addFriend(_ email: String) {
    Task.immediate {
      await change { model in
        await model.add(email: email)
        // With the row that shows it; after a refusal the rider corrects what was typed.
        if model.phase == .loaded { self.email = nil }
      }
    }
  }

  private func accept(_ inviter: Friend) {
    Task.immediate { await change { await $0.accept(email: inviter.email) } }
  }

  private func askToRemove(_ row: FriendRow) {
    question = Question("\(row.removal)?", yes: "Yes") { [self] in
      Task.immediate { await change { await $0.remove(email: row.email) } }
    }
  }

  /// Asks for confirmation before a rider is blocked; `nil` for one without a known account.
  private func blocking(_ row: FriendRow) -> (@MainActor () -> Void)? {
    if case .sent = row.relation { return nil }
    return { [self] in
      question = Question("Block \(row.name)? They are not told.", yes: "Yes, block") { [self] in
        Task.immediate { await change { await $0.block(email: row.email) } }
      }
    }
  }
}
