import Composition
import Core
import Observation
import Terminal

/// The screen that writes a text to one friend.
@MainActor @Observable final class WriteScreen: NavigableScreen {
  let navigator: Navigator
  private let friend: Friend
  private let board: NotificationBoard
  private let shareViewModelFactory: ShareViewModel.Factory
  private let text = TextField(limit: NewPost.longestText)
  private var model: ShareViewModel?

  init(
    friend: Friend, board: NotificationBoard, navigator: Navigator,
    shareViewModelFactory: ShareViewModel.Factory
  ) {
    (self.friend, self.board) = (friend, board)
    (self.navigator, self.shareViewModelFactory) = (navigator, shareViewModelFactory)
  }

  var isBusy: Bool { model?.isSharing == true }

  var content: ScreenContent {
    let write = ScreenChoice.entry("Write to \(friend.name)") { [self] in
      text.text = $0
      share()
    }
    return ScreenContent(
      facts: notices(board.lines), choices: isBusy ? [] : [write] + exits().choices)
  }

  func draw(in frame: inout Frame) {
    let page = Page(
      title: "\("Koober", .heading) - Write to \(friend.name)", status: isBusy ? frame.spinner : "",
      notices: notices(board.lines(in: frame)),
      hints: isBusy ? [] : [KeyHint("Enter", "Share")] + exits().hints, isTyping: true)
    let body = page.draw(in: &frame)
    text.drawLine(in: &frame, body.rows > 2 ? body.splitTop(1).rest : body)
  }

  private func notices(_ notification: [Styled]) -> [Styled] {
    if isBusy { return ["Sharing"] }
    return model == nil ? [] : notification
  }

  func handle(_ key: Key) {
    guard !isBusy, !text.handle(key) else { return }
    if key == .enter { share() } else { exits().perform(key) }
  }

  func paste(_ pasted: String) { if !isBusy { text.insert(pasted) } }

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
