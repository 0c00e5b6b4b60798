import Core
import Observation
import Terminal

/// The rider's friends: adding one, removing one, writing to one.
@MainActor
@Observable
final class FriendsScreen: DrawnScreen, SharingSceneScreen {
  let clock: any Clock<Duration>
  var step: SharingStep?
  var outcome: SharingStep? { step }
  private let model: FriendsViewModel
  private let board: NotificationBoard
  private let list = SelectList<Friend> { "\($0.name)  \($0.email, .muted)" }
  /// The e-mail that is being typed, while a friend is being added.
  private var email: TextField?
  private var question: Question?
  private var spinner = Spinner()

  init(model: FriendsViewModel, board: NotificationBoard, clock: any Clock<Duration>) {
    self.model = model
    self.board = board
    self.clock = clock
  }

  var tickInterval: Duration? { model.isEnabled ? nil : Spinner.interval }

  func tick() {
    spinner.advance()
  }

  func work() async {
    await change { await $0.load() }
  }

  /// Changes the friends and shows what has become of them.
  private func change(_ operation: (FriendsViewModel) async -> Void) async {
    await operation(model)
    list.items = model.friends
  }

  // MARK: - Looks

  var content: ScreenContent {
    let friends = model.friends.map { friend in
      ScreenChoice.action("Write to \(friend.name)") { [self] in write(to: friend) }
    }
    let removals = model.friends.map { friend in
      ScreenChoice.action("Remove \(friend.name)") { [self] in ask(about: friend) }
    }
    let addition = ScreenChoice.entry("Add a friend by e-mail") { [self] in addFriend($0) }
    let isPlain = model.isEnabled && question == nil
    return ScreenContent(
      facts: model.friends.map { "\($0.name), \($0.email)" } + notices(board.lines),
      choices: (isPlain ? friends + [addition] + removals : [])
        + (model.isEnabled ? endings.choices : []))
  }

  func draw(in frame: inout Frame) {
    let page = Page(
      title: "\("Koober", .heading) - Friends", status: status(in: frame),
      notices: notices(board.lines(in: frame)),
      hints: hints)
    var body = page.draw(in: &frame)
    if let email {
      let (top, rest) = body.splitTop(2)
      frame.write("E-mail: ", column: top.column, row: top.row)
      email.drawLine(in: &frame, top.splitLeading(8).rest)
      body = rest
    }
    list.draw(in: &frame, body)
  }

  private func status(in frame: Frame) -> Styled {
    model.isEnabled ? "" : spinner.line(isUnicode: frame.isUnicode)
  }

  /// - Parameter notification: The newest one, as it looks here.
  private func notices(_ notification: [Styled]) -> [Styled] {
    if let question { return [question.text] }
    switch model.phase {
    case .loading: return ["Asking for your friends"]
    case .changing: return ["Changing your friends"]
    case .failed(let failure):
      return [Styled(failure.problem.message, .error), Styled(failure.problem.hint)]
    case .loaded where model.friends.isEmpty:
      return notification + ["You have no friends here yet. Add one by e-mail."]
    case .loaded: return notification
    }
  }

  private var hints: [KeyHint] {
    guard model.isEnabled else { return endings.hints }
    if email != nil {
      return [KeyHint("Enter", "Add"), profileAction.hint, KeyHint("Esc", "Back")]
    }
    let canWrite = question == nil && !model.friends.isEmpty
    return (canWrite ? [KeyHint("Enter", "Write")] : []) + actions.hints
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
      if ![profileAction].perform(key) { edit(email, key) }
    } else if [profileAction].perform(key) {
      return
    } else if !list.isFiltering, [add, remove].compactMap({ $0 }).perform(key) {
      return
    } else {
      choose(key)
    }
  }

  private func choose(_ key: Key) {
    switch list.handle(key) {
    case .chosen(let friend): write(to: friend)
    case .ignored: endings.perform(key)
    case .handled: break
    }
  }

  private func edit(_ email: TextField, _ key: Key) {
    switch key {
    case .escape: self.email = nil
    case .enter: addFriend(email.text)
    default: email.handle(key)
    }
  }

  func paste(_ text: String) {
    if model.isEnabled { email?.insert(text) }
  }

  private var actions: [KeyAction] {
    if let question { return question.answers { [self] in self.question = nil } }
    return [add, remove].compactMap { $0 } + endings
  }

  private var add: KeyAction {
    KeyAction(.character("+"), "Add") { [self] in email = TextField(limit: 300) }
  }

  private var remove: KeyAction? {
    guard let friend = list.selection else { return nil }
    return KeyAction(.delete, "Remove") { [self] in ask(about: friend) }
  }

  private var endings: [KeyAction] {
    if let question { return question.answers { [self] in self.question = nil } }
    guard model.phase != .changing else { return [] }
    let back = KeyAction(.escape, "Back") { [self] in step = .left }
    guard case .failed = model.phase else { return [profileAction, back] }
    return [
      KeyAction(.control("r"), "Load again") { [self] in
        Task.immediate { await change { await $0.load() } }
      }, profileAction, back,
    ]
  }

  private func write(to friend: Friend) {
    step = .open(.write(to: friend))
  }

  private func addFriend(_ email: String) {
    Task.immediate {
      await change { await $0.add(email: email) }
      // After a refusal the rider corrects what was typed.
      if model.phase == .loaded { self.email = nil }
    }
  }

  private func ask(about friend: Friend) {
    question = Question("Remove \(friend.name)?", yes: "Yes, remove") { [self] in
      Task.immediate { await change { await $0.remove(email: friend.email) } }
    }
  }
}
