public import Composition
import Console
import Core
public import Terminal

extension LinkDeclaration {
  /// The links into sharing; the product shows in a context what the link leads to.
  public static func sharing<Context: SharingContext>() -> [LinkDeclaration]
  where Product == @MainActor @Sendable (Context) async throws -> Void {
    links { id in
      { context in try await context.printPost(id) }
    } inbox: { context in
      try await context.printInbox(limit: InboxViewModel.usualLimit, markRead: false)
    }
  }

  /// Where links into sharing lead in the application.
  public static func sharingScenes<Context: SharingContext>() -> [LinkDeclaration]
  where Product == @MainActor @Sendable (Context) async throws -> Destination {
    links { id in
      { context in
        let sharing = try await context.sharingContainer()
        return sharing.makeDestination(.post(try await sharing.postRepository.post(id)))
      }
    } inbox: {
      try await $0.sharingContainer().makeDestination(.inbox)
    }
  }

  private static func links(
    post: @escaping @Sendable (Identifier<Post>) -> Product, inbox: Product
  ) -> [LinkDeclaration] where Product: Sendable {
    [
      LinkDeclaration(
        "koober://share/<post>", .text("post"),
        meaning: "a post of yours or one that was shared with you"
      ) { post(Identifier($0)) },
      LinkDeclaration("koober://inbox", meaning: "your inbox") { inbox },
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
