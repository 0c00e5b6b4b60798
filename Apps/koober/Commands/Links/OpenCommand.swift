import Core
import Sharing
import SignedIn
import Terminal

/// Following a link.
enum OpenCommand {
  private static let link = Argument<String>("URL", help: "The link.")

  static let open = Command<CommandContext>(
    "open", summary: "Show what a koober:// link leads to.",
    discussion: """
      koober://ride/<id> is one of your rides, koober://share/<post> a post of yours or one that \
      was shared with you, koober://inbox your inbox.
      """,
    examples: [CommandExample("koober open koober://inbox", "Open your inbox.")],
    parameters: [link]
  ) { values, context in
    let scene = try await LinkScene.resolve(values[link])
    let scope = try await context.signedInScope()
    switch scene {
    case .ride(let id): try await context.print(ride: scope.signedIn.ride(id))
    case .post(let id): try await context.print(post: scope.sharing.post(id))
    case .inbox:
      try await InboxCommand.show(limit: 20, markRead: false, scope: scope, context: context)
    }
  }
}

extension CommandContext {
  fileprivate func print(post: Post) throws {
    try print(PostDocument(post: post)) {
      var facts: [(label: String, value: Styled)] = [
        ("From", Styled(post.author.name)), ("Text", Styled(post.text)),
        ("Shared", Styled(Describing.time(post.createdAt))),
      ]
      if let ride = post.ride { facts += RideText(ride).facts }
      try terminal.write(KeyValueList(facts))
    }
  }
}

private struct PostDocument: Encodable {
  let post: Post
}
