import Composition
import Core
import Observation
import Terminal

/// The screen that writes a text to one friend.
@MainActor
@Observable
final class WriteScreen: NavigableScreen {
  let navigator: Navigator
  let clock: any Clock<Duration>
  private let friend: Friend
  private let board: NotificationBoard
  private let shareViewModelFactory: ShareViewModel.Factory
  private let text = TextField(limit: NewPost.longestText)
  private var model: ShareViewModel?
  private var spinner = Spinner()

  init(
    friend: Friend, board: NotificationBoard, navigator: Navigator, clock: any Clock<Duration>,
    shareViewModelFactory: ShareViewModel.Factory
  ) {
    self.friend = friend
    self.board = board
    self.navigator = navigator
    self.clock = clock
    self.shareViewModelFactory = shareViewModelFactory
  }

  private var isEnabled: Bool { model?.isSharing != true }

  var tickInterval: Duration? { isEnabled ? nil : Spinner.interval }

  func tick() {
    spinner.advance()
  }

  // MARK: - Looks

  var content: ScreenContent {
    let write = ScreenChoice.entry("Write to \(friend.name)") { [self] in
      text.text = $0
      share()
    }
    return ScreenContent(
      facts: notices(board.lines),
      choices: isEnabled ? [write] + exits().choices : [])
  }

  func draw(in frame: inout Frame) {
    let page = Page(
      title: "\("Koober", .heading) - Write to \(friend.name)",
      status: isEnabled ? "" : spinner.line(isUnicode: frame.isUnicode),
      notices: notices(board.lines(in: frame)),
      hints: isEnabled ? [KeyHint("Enter", "Share")] + exits().hints : [], isTyping: true)
    let body = page.draw(in: &frame)
    text.drawLine(in: &frame, body.rows > 2 ? body.splitTop(1).rest : body)
  }

  /// - Parameter notification: The newest notification, formatted.
  private func notices(_ notification: [Styled]) -> [Styled] {
    guard isEnabled else { return ["Sharing"] }
    return model == nil ? [] : notification
  }

  // MARK: - Keys

  func handle(_ key: Key) {
    guard isEnabled, !text.handle(key) else { return }
    if key == .enter { share() } else { exits().perform(key) }
  }

  func paste(_ pasted: String) {
    if isEnabled { text.insert(pasted) }
  }

  private func share() {
    guard !text.text.allSatisfy(\.isWhitespace) else { return }
    let model = shareViewModelFactory.create(payload: NewPost(text: text.text))
    self.model = model
    Task.immediate {
      await model.share(with: friend)
      if !model.sharedWith.isEmpty { navigator.pop(self) }
    }
  }
}

extension TextField {
  /// Draws the field, focused, on a line of its own.
  func drawLine(in frame: inout Frame, _ region: Region) {
    let line = Style(isUnderlined: true)
    let row = region.splitTop(1).top
    frame.fill(row, " ", line)
    draw(
      in: &frame, column: row.column, row: row.row, columns: row.columns, isFocused: true,
      style: line)
  }
}
