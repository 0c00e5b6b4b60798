import Composition
import Console
import Core
public import Terminal

private let text = Argument<String>("TEXT", help: "What to tell.")
private typealias Emails = Option<[String]>

extension Command where Context: SharingContext {
  /// Letting friends see a text or a ride.
  ///
  /// - Parameter sharing: Opens the sharing scope whose friends a shell offers.
  public static func share(
    completing sharing: @escaping @Sendable () async -> SharingContainer? = { nil },
    rides: Completion = .none
  ) -> Command {
    let emails = Emails(
      "with", kind: .standard.named("EMAIL").completing(.friends(sharing)), count: 1...100,
      help: "A friend; repeat for more.")
    let ride = Argument<String?>(
      "RIDE", kind: .standard.completing(rides),
      help: "The ride's id or its beginning; your current ride without it.")
    return Command(
      "share", summary: "Share a text or a ride with friends.",
      discussion: """
        One friend that cannot be reached does not stop the others; the status is then 1, and what \
        was done is printed.
        """,
      examples: [CommandExample("koober share ride --with grace@example.org", "Share your ride.")],
      subcommands: [sharePost(emails), shareRide(ride, emails), shareLink(ride)])
  }

  private static func sharePost(_ emails: Emails) -> Command {
    Command(
      "post", summary: "Share a text.",
      examples: [
        CommandExample("koober share post 'On my way' --with grace@example.org", "Tell Grace.")
      ],
      parameters: [text, emails]
    ) { values, context in
      let sharing = try await context.sharingContainer()
      let friends = try await context.showingActivity("Asking for your friends") { _ in
        try await sharing.friendsRepository.friends()
      }
      try await context.share(
        NewPost(text: values[text]), with: values[emails], among: friends, in: sharing)
    }
  }

  private static func shareRide(_ ride: Argument<String?>, _ emails: Emails) -> Command {
    Command(
      "ride", summary: "Share a ride.",
      examples: [CommandExample("koober share ride --with grace@example.org", "Share your ride.")],
      parameters: [ride, emails]
    ) { values, context in
      let sharing = try await context.sharingContainer()
      let (shared, friends) = try await context.showingActivity("Asking for the ride") { _ in
        async let friends = sharing.friendsRepository.friends()
        let ride = try await sharing.postRepository.ride(values[ride].map { Identifier($0) })
        return (ride, try await friends)
      }
      try await context.share(
        NewPost(about: shared), with: values[emails], among: friends, in: sharing)
    }
  }
}

private let revoke = Flag("revoke", help: "End all links to the ride instead.")

extension Command where Context: SharingContext {
  private static func shareLink(_ ride: Argument<String?>) -> Command {
    Command(
      "link", summary: "Print a link with which anyone can follow a ride.",
      discussion: """
        The page needs no account. It shows your first name, the car, its plate and the minutes, and \
        nothing else. Whoever has the link can open it until \(RideLink.minutesAfterRide) minutes after the \
        ride; it is not shown again.
        """,
      examples: [
        CommandExample("koober share link", "Let your family follow your current ride."),
        CommandExample("koober share link --revoke", "End its links."),
      ],
      parameters: [ride, revoke]
    ) { values, context in
      let sharing = try await context.sharingContainer()
      guard let address = sharing.pagesAddress else { throw SharingError.noPages }
      let posts = sharing.postRepository
      if values[revoke] {
        let count = try await context.showingActivity("Ending the links") { _ in
          try await posts.unlinkRide(posts.ride(values[ride].map { Identifier($0) }).id)
        }
        return try context.print(["revoked": count]) {
          try context.terminal.writeLine(count == 1 ? "Ended 1 link." : "Ended \(count) links.")
        }
      }
      let link = try await context.showingActivity("Making a link") { _ in
        try await posts.linkRide(posts.ride(values[ride].map { Identifier($0) }).id)
      }
      let url = address + link.path
      try context.print(["url": url]) { try context.terminal.writeLine(Styled(url)) }
    }
  }
}

extension SharingContext {
  @MainActor fileprivate func share(
    _ post: NewPost, with emails: [String], among friends: [Friend], in sharing: SharingContainer
  ) async throws {
    let service = ConsoleNotificationService(console: console, look: sharing.makeNotificationLook())
    let model = sharing.makeShareViewModelFactory(notificationService: service)
      .create(payload: post)
    let failed = try await showingActivity(
      "Sharing", interruption: "It may have been shared with some friends already."
    ) { _ in await model.share(withEmails: emails, among: friends) }
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
