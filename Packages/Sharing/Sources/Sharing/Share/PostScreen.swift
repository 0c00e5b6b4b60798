import Core
import RideUI
import Terminal

/// One post, with its ride.
@MainActor final class PostScreen: NavigableScreen {
  let navigator: Navigator
  private let post: Post
  init(post: Post, navigator: Navigator) { (self.post, self.navigator) = (post, navigator) }
  var content: ScreenContent { ScreenContent(facts: post.facts.lines, choices: exits().choices) }

  func draw(in frame: inout Frame) {
    let page = Page(title: "\("Koober", .heading) - Post", hints: exits().hints)
    let body = page.draw(in: &frame)
    frame.write(post.facts.lines(columns: body.columns), in: body)
  }

  func handle(_ key: Key) { exits().perform(key) }
}

extension Post {
  var facts: KeyValueList {
    let head: [(label: String, value: Styled)] = [
      ("From", Styled(author.name)), ("Text", Styled(text)),
      ("Shared", Styled(Formatters.time(createdAt))),
    ]
    return KeyValueList(head + (ride.map { RideText($0).overview.entries } ?? []))
  }
}
