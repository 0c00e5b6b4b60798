import Console
import Core
import Observation
import Terminal

/// One post, and the friends to share it with.
@MainActor @Observable final class ShareScreen: NavigableScreen {
  private let scenes: Scenes<SharingScene>
  private let model: ShareViewModel
  private let board: NotificationBoard
  private let list: SelectList<Friend>

  init(model: ShareViewModel, board: NotificationBoard, scenes: Scenes<SharingScene>) {
    (self.model, self.board, self.scenes) = (model, board, scenes)
    list = SelectList { friend in
      let isShared = model.sharedWith.contains(friend)
      return "\(friend.name)  \(isShared ? "shared" : "", .success)"
    }
  }

  var navigator: Navigator { scenes.navigator }
  var isBusy: Bool { model.isSharing || model.phase == .loading }
  func work() async { await load() }

  private func load() async {
    await model.loadFriends()
    list.items = model.friends
  }

  var content: ScreenContent {
    let friends = model.friends.map { friend in
      ScreenChoice.action("Share with \(friend.name)") { [self] in share(with: friend) }
    }
    return ScreenContent(
      facts: ["Share: \(model.newPost.text)"] + notices(board.lines),
      choices: isBusy ? [] : friends + actions.choices)
  }

  func draw(in frame: inout Frame) {
    let page = Page(
      title: "\("Koober", .heading) - Share", status: isBusy ? frame.spinner : "",
      notices: notices(board.lines(in: frame)),
      hints: !isBusy ? hints : model.isSharing ? [] : exits("Done").hints)
    let body = page.draw(in: &frame)
    let text = Styled(model.newPost.text, .heading).wrapped(to: max(1, body.columns))
    let (top, rest) = body.splitTop(min(text.count, body.rows / 3) + 1)
    frame.write(text, in: top.splitBottom(1).rest)
    list.draw(in: &frame, rest)
  }

  private func notices(_ notification: [Styled]) -> [Styled] {
    if model.isSharing { return ["Sharing"] }
    switch model.phase {
    case .loading: return ["Asking for your friends"]
    case .failed(let error): return .error(error)
    case .loaded(let friends):
      return friends.isEmpty ? ["You have no friends here yet. Add one first."] : notification
    }
  }

  private var hints: [KeyHint] {
    (model.friends.isEmpty ? [] : [KeyHint("Enter", "Share with")]) + actions.hints
  }

  func handle(_ key: Key) {
    if !isBusy {
      list.handle(key, or: actions, choose: share)
    } else if !model.isSharing {
      exits("Done").perform(key)
    }
  }

  private var actions: [KeyAction] {
    let friends = KeyAction(.character("+"), "Friends") { [self] in
      scenes.push(.friends)
    }
    let common = [friends] + exits("Done")
    guard case .failed = model.phase else { return common }
    return [.retry { [self] in await load() }] + common
  }

  private func share(with friend: Friend) { Task.immediate { await model.share(with: friend) } }
}
