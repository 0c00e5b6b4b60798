import Commands
import Composition
import Core
public import Terminal

private let text = Argument<String>("TEXT", help: "What to tell.")
private let ride = Argument<String?>(
  "RIDE", help: "The ride's id or its beginning; your current ride without it.")
private let emails = Option<[String]>(
  "with", kind: .standard.named("EMAIL"), count: 1...100, help: "A friend; repeat for more.")

extension Command where Context: SharingContext {
  /// Letting friends see a text or a ride.
  public static var share: Command {
    Command(
      "share", summary: "Share a text or a ride with friends.",
      discussion: """
        One friend that cannot be reached does not stop the others; the status is then 1, and what \
        was done is printed.
        """,
      examples: [CommandExample("koober share ride --with grace@example.org", "Share your ride.")],
      subcommands: [sharePost, shareRide])
  }

  private static var sharePost: Command {
    Command(
      "post", summary: "Share a text.",
      examples: [
        CommandExample("koober share post 'On my way' --with grace@example.org", "Tell Grace.")
      ],
      parameters: [text, emails]
    ) { values, context in
      let sharing = try await context.sharingContainer()
      try await context.share(NewPost(text: values[text]), with: values[emails], in: sharing)
    }
  }

  private static var shareRide: Command {
    Command(
      "ride", summary: "Share a ride.",
      examples: [CommandExample("koober share ride --with grace@example.org", "Share your ride.")],
      parameters: [ride, emails]
    ) { values, context in
      let sharing = try await context.sharingContainer()
      let shared = try await context.showingActivity("Asking for the ride") { _ in
        try await sharing.postRepository.ride(values[ride].map { Identifier($0) })
      }
      try await context.share(NewPost(about: shared), with: values[emails], in: sharing)
    }
  }
}

extension SharingContext {
  @MainActor
  fileprivate func share(
    _ post: NewPost, with emails: [String], in sharing: SharingContainer
  ) async throws {
    let service = ConsoleNotificationService(
      console: console, look: sharing.makeNotificationLook())
    let model = sharing.makeShareViewModelFactory(notificationService: service)
      .create(payload: post)
    let failed = try await showingActivity(
      "Sharing", interruption: "It may have been shared with some friends already."
    ) { _ in try await model.share(withEmails: emails) }
    service.writeKept()
    if model.sharedWith.isEmpty, let first = failed.first { throw first.failure }
    try print(ShareDocument(post: model.post, sharedWith: model.sharedWith, failed: failed)) {
      if let post = model.post { try terminal.writeLine("koober://share/\(post.id)") }
    }
    for failed in failed {
      try note("Not shared with \(failed.email): \(failed.failure.problem.message)")
    }
    if !failed.isEmpty { throw PartialResultError() }
  }
}

private struct ShareDocument: Encodable {
  struct Failed: Encodable {
    let email: String
    let error: String
  }

  let post: Post?
  let sharedWith: [Person]
  let failed: [Failed]

  init(post: Post?, sharedWith friends: [Friend], failed: [ShareViewModel.Failed]) {
    self.post = post
    sharedWith = friends.map { Person(id: $0.id, name: $0.name) }
    self.failed = failed.map { Failed(email: $0.email, error: $0.failure.problem.message) }
  }
}
