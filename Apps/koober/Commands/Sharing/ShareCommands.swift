import Commands
import Core
import Sharing
import SignedIn
import Terminal

/// Letting friends see a text or a ride.
enum ShareCommands {
  private static let text = Argument<String>("TEXT", help: "What to tell.")
  private static let emails = Option<[String]>(
    "with", kind: .standard.named("EMAIL"), count: 1...100, help: "A friend; repeat for more.")

  static let share = Command<CommandContext>(
    "share", summary: "Share a text or a ride with friends.",
    discussion: """
      One friend that cannot be reached does not stop the others; the status is then 1, and what \
      was done is printed.
      """,
    examples: [CommandExample("koober share ride --with grace@example.org", "Share your ride.")],
    subcommands: [post, ride])

  private static let post = Command<CommandContext>(
    "post", summary: "Share a text.",
    examples: [
      CommandExample("koober share post 'On my way' --with grace@example.org", "Tell Grace.")
    ],
    parameters: [text, emails]
  ) { values, context in
    let scope = try await context.signedInScope()
    try await share(
      NewPost(text: values[text]), with: values[emails], scope: scope, context: context)
  }

  private static let ride = Command<CommandContext>(
    "ride", summary: "Share a ride.",
    examples: [CommandExample("koober share ride --with grace@example.org", "Share your ride.")],
    parameters: [RideCommands.rideID, emails]
  ) { values, context in
    let scope = try await context.signedInScope()
    let id = values[RideCommands.rideID].map { Identifier<Ride>($0) }
    let ride = try await scope.signedIn.ride(id)
    try await share(
      NewPost(about: ride), with: values[emails], scope: scope, context: context)
  }

  @MainActor
  private static func share(
    _ post: NewPost, with emails: [String], scope: SignedInScope, context: CommandContext
  ) async throws {
    let outcome = try await scope.sharing.share(post, withEmails: emails)
    if outcome.sharedWith.isEmpty, let failed = outcome.failed.first {
      throw failed.failure
    }
    try context.print(ShareDocument(outcome)) {
      if let post = outcome.post { try context.terminal.writeLine("koober://share/\(post.id)") }
    }
    for failed in outcome.failed {
      try context.note("Not shared with \(failed.email): \(failed.failure.problem.message)")
    }
    if !outcome.failed.isEmpty { throw IncompleteResult() }
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

  init(_ outcome: ShareOutcome) {
    post = outcome.post
    sharedWith = outcome.sharedWith.map { Person(id: $0.id, name: $0.name) }
    failed = outcome.failed.map { Failed(email: $0.email, error: $0.failure.problem.message) }
  }
}
