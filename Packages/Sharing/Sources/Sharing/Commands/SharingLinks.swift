import Commands
public import Composition
import Core
public import Terminal

extension LinkDeclaration {
  /// The links into sharing; the product shows in a context what the link leads to.
  public static func sharing<Context: SharingContext>() -> [LinkDeclaration]
  where Product == @MainActor @Sendable (Context) async throws -> Void {
    [
      LinkDeclaration(
        "koober://share/<post>", .text("post"),
        meaning: "a post of yours or one that was shared with you"
      ) { id in { context in try await context.printPost(Identifier(id)) } },
      LinkDeclaration("koober://inbox", meaning: "your inbox") {
        { context in
          try await context.printInbox(limit: InboxViewModel.usualLimit, markRead: false)
        }
      },
    ]
  }

  /// The screens that links into sharing open in the application.
  public static func sharingScreens<Context: SharingContext>() -> [LinkDeclaration]
  where Product == @MainActor @Sendable (Context, Navigator) async throws -> any NavigableScreen {
    [
      LinkDeclaration(
        "koober://share/<post>", .text("post"),
        meaning: "a post of yours or one that was shared with you"
      ) { id in
        { context, navigator in
          try await context.sharingContainer()
            .makePostScreen(of: Identifier(id), navigator: navigator)
        }
      },
      LinkDeclaration("koober://inbox", meaning: "your inbox") {
        { context, navigator in
          try await context.sharingContainer().makeInboxScreen(navigator: navigator)
        }
      },
    ]
  }
}

extension SharingContext {
  @MainActor fileprivate func printPost(_ id: Identifier<Post>) async throws {
    let posts = try await sharingContainer().postRepository
    let post = try await showingActivity("Asking for the post") { _ in try await posts.post(id) }
    try print(["post": post]) { try terminal.write(post.facts) }
  }
}
