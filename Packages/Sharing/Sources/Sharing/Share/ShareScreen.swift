import Core
import Observation
import Terminal

/// One post, and the friends of whom the rider chooses with whom to share it.
@MainActor
@Observable
final class ShareScreen: NavigableScreen {
  let clock: any Clock<Duration>
  let navigator: Navigator
  private let model: ShareViewModel
  private let board: NotificationBoard
  private let makeFriendsScreen: @MainActor () -> any NavigableScreen
  private let list: SelectList<Friend>
  private var spinner = Spinner()

  /// - Parameter makeFriendsScreen: Returns the screen on which friends are added.
  init(
    model: ShareViewModel, board: NotificationBoard, navigator: Navigator,
    clock: any Clock<Duration>, makeFriendsScreen: @escaping @MainActor () -> any NavigableScreen
  ) {
    self.model = model
    self.board = board
    self.navigator = navigator
    self.makeFriendsScreen = makeFriendsScreen
    self.clock = clock
    list = SelectList { friend in
      let isShared = model.sharedWith.contains(friend)
      return "\(friend.name)  \(isShared ? "shared" : "", .success)"
    }
  }

  var tickInterval: Duration? { isEnabled ? nil : Spinner.interval }

  private var isEnabled: Bool { !model.isSharing && model.phase != .loading }

  func tick() {
    spinner.advance()
  }

  func work() async {
    await load()
  }

  private func load() async {
    await model.loadFriends()
    list.items = model.friends
  }

  // MARK: - Looks

  var content: ScreenContent {
    let friends = model.friends.map { friend in
      ScreenChoice.action("Share with \(friend.name)") { [self] in share(with: friend) }
    }
    return ScreenContent(
      facts: ["Share: \(model.newPost.text)"] + notices(board.lines),
      choices: isEnabled ? friends + actions.choices : [])
  }

  func draw(in frame: inout Frame) {
    let page = Page(
      title: "\("Koober", .heading) - Share",
      status: isEnabled ? "" : spinner.line(isUnicode: frame.isUnicode),
      notices: notices(board.lines(in: frame)),
      hints: isEnabled ? hints : model.isSharing ? [] : endings.hints)
    let body = page.draw(in: &frame)
    let text = Styled(model.newPost.text, .heading).wrapped(to: max(1, body.columns))
    let (top, rest) = body.splitTop(min(text.count, body.rows / 3) + 1)
    frame.write(text, in: top.splitBottom(1).rest)
    list.draw(in: &frame, rest)
  }

  /// - Parameter notification: The newest notification, formatted.
  private func notices(_ notification: [Styled]) -> [Styled] {
    if model.isSharing { return ["Sharing"] }
    switch model.phase {
    case .loading: return ["Asking for your friends"]
    case .failed(let error):
      return .error(error.problem.message, hint: error.problem.hint)
    case .loaded(let friends):
      return friends.isEmpty ? ["You have no friends here yet. Add one first."] : notification
    }
  }

  private var hints: [KeyHint] {
    (model.friends.isEmpty ? [] : [KeyHint("Enter", "Share with")]) + actions.hints
  }

  // MARK: - Keys

  func handle(_ key: Key) {
    guard isEnabled else {
      if !model.isSharing { endings.perform(key) }
      return
    }
    if !list.isFiltering, key != .escape, actions.perform(key) { return }
    switch list.handle(key) {
    case .chosen(let friend): share(with: friend)
    case .ignored: actions.perform(key)
    case .handled: break
    }
  }

  private var actions: [KeyAction] {
    let common =
      [
        KeyAction(.character("+"), "Friends") { [self] in navigator.push(makeFriendsScreen()) }
      ] + endings
    guard case .failed = model.phase else { return common }
    return [KeyAction(.control("r"), "Try again") { [self] in Task.immediate { await load() } }]
      + common
  }

  /// The ways out, also while the friends are being loaded.
  private var endings: [KeyAction] {
    exits("Done")
  }

  private func share(with friend: Friend) {
    Task.immediate { await model.share(with: friend) }
  }
}
