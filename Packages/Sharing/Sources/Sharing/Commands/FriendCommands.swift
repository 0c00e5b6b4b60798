public import Console
import Core
public import Terminal

/// The context of the sharing commands.
public protocol SharingContext: ScreenContext {
  /// Opens the sharing scope of the rider who is signed in.
  ///
  /// - Throws: A `Problem` when no rider is signed in.
  @MainActor func sharingContainer() async throws -> SharingContainer
}

private func makeEmail(completing completion: Completion) -> Argument<String> {
  Argument("EMAIL", kind: .standard.completing(completion), help: "The rider's e-mail address.")
}

private let email = Argument<String>("EMAIL", help: "The rider's e-mail address.")

extension Command where Context: SharingContext {
  /// The riders to share with.
  ///
  /// - Parameter sharing: Opens the sharing scope whose friends a shell offers.
  public static func friends(
    completing sharing: @escaping @Sendable () async -> SharingContainer? = { nil }
  ) -> Command {
    let friend = makeEmail(completing: .friends(sharing))
    let inviter = makeEmail(completing: .friends(sharing, inviters: true))
    return Command(
      "friends", summary: "List, invite, accept, remove and block the riders you share with.",
      examples: [CommandExample("koober friends list", "List your friends.")],
      subcommands: [list, add, accept(inviter), remove(friend), block(friend), unblock, blocked])
  }

  private static var list: Command {
    Command(
      "list", summary: "List your friends and the open invitations.",
      examples: [CommandExample("koober friends list --json", "List them as JSON.")]
    ) { _, context in
      let sharing = try await context.sharingContainer()
      let list = try await context.showingActivity("Asking for your friends") { _ in
        try await sharing.friendsRepository.friendList()
      }
      let table = Table(
        columns: [
          Table.Column("Name"), Table.Column("E-mail", priority: 1, isWhole: true),
          Table.Column("State"),
        ],
        rows: FriendRow.rows(of: list).map { [$0.cells[0], Styled($0.email), Styled($0.state)] })
      try context.print(
        list, table: table, ifEmpty: "You have no friends yet; see 'koober friends add'.")
    }
  }

  private static var add: Command {
    Command(
      "add", summary: "Invite a rider to be your friend, or accept their invitation.",
      discussion: """
        Koober sends no mail, so an e-mail address is what its owner says: look at the name of a new \
        friend before you share with them.
        """,
      examples: [CommandExample("koober friends add grace@example.org", "Invite Grace.")],
      parameters: [email]
    ) { values, context in
      let sharing = try await context.sharingContainer()
      let friend = try await context.showingActivity("Inviting the rider") { _ in
        try await sharing.friendsRepository.invite(email: values[email])
      }
      let typed = values[email].normalizedEmail
      try context.print(
        InvitationDocument(friend: friend, invited: friend == nil ? typed : nil),
        line: friend.map { "\($0.name) is now among your friends." }
          ?? "Invited \(typed), who is your friend after accepting.")
    }
  }

  private static func accept(_ email: Argument<String>) -> Command {
    Command(
      "accept", summary: "Accept the invitation of a rider.",
      examples: [CommandExample("koober friends accept grace@example.org", "Accept Grace's.")],
      parameters: [email]
    ) { values, context in
      let friend = try await change(context, "Accepting the invitation") { model in
        await model.accept(email: values[email])
        return model.friend(withEmail: values[email])
      }
      guard let friend else { throw SharingError.noInvitation(email: values[email]) }
      try context.print(
        InvitationDocument(friend: friend), line: "\(friend.name) is now among your friends.")
    }
  }

  private static func remove(_ email: Argument<String>) -> Command {
    Command(
      "remove", summary: "Remove a friend, decline an invitation, or withdraw your own.",
      examples: [CommandExample("koober friends remove grace@example.org", "Remove Grace.")],
      parameters: [email]
    ) { values, context in
      let row = try await change(context, "Removing the friend") { model in
        await model.remove(email: values[email])
      }
      guard let row else { throw SharingError.notAFriend(email: values[email]) }
      try context.print(["removed": values[email].normalizedEmail], line: Styled(row.removed))
    }
  }

  private static func block(_ email: Argument<String>) -> Command {
    Command(
      "block", summary: "Block a friend, or a rider who has invited you; they are not told.",
      examples: [CommandExample("koober friends block eve@example.org", "Block Eve.")],
      parameters: [email]
    ) { values, context in
      try await change(context, "Blocking the rider") { model in
        await model.block(email: values[email])
      }
      try context.print(
        ["blocked": values[email].normalizedEmail], line: "\(values[email]) is blocked.")
    }
  }

  private static var unblock: Command {
    Command(
      "unblock", summary: "Let a blocked rider invite you again.",
      examples: [CommandExample("koober friends unblock eve@example.org", "Unblock Eve.")],
      parameters: [email]
    ) { values, context in
      let sharing = try await context.sharingContainer()
      try await context.showingActivity("Unblocking the rider") { _ in
        let blocked = try await sharing.friendsRepository.blockedRiders()
        guard let rider = blocked.first(where: { $0.email == values[email].normalizedEmail })
        else { throw SharingError.notBlocked(email: values[email]) }
        try await sharing.friendsRepository.unblock(rider)
      }
      try context.print(
        ["unblocked": values[email].normalizedEmail],
        line: "\(values[email]) is no longer blocked.")
    }
  }

  private static var blocked: Command {
    Command(
      "blocked", summary: "List the riders whom you have blocked.",
      examples: [CommandExample("koober friends blocked", "List them.")]
    ) { _, context in
      let sharing = try await context.sharingContainer()
      let riders = try await context.showingActivity("Asking for the blocked riders") { _ in
        try await sharing.friendsRepository.blockedRiders()
      }
      let table = Table(
        columns: [Table.Column("Name"), Table.Column("E-mail", priority: 1, isWhole: true)],
        rows: riders.map { [Styled($0.name), Styled($0.email)] })
      try context.print(
        BlockList(blocked: riders), table: table, ifEmpty: "You have blocked no rider.")
    }
  }

  @MainActor private static func change<Result: Sendable>(
    _ context: Context, _ activity: String,
    _ operation: @escaping @MainActor (FriendsViewModel) async -> Result
  ) async throws -> Result {
    let sharing = try await context.sharingContainer()
    let model = sharing.makeFriendsViewModel()
    return try await context.showingActivity(activity) { _ in
      await model.load()
      if case .failed(let failure) = model.phase { throw failure }
      let result = await operation(model)
      if case .failed(let failure) = model.phase { throw failure }
      return result
    }
  }
}

private struct InvitationDocument: Encodable {
  let friend: OrNull<Friend>
  let invited: OrNull<String>

  init(friend: Friend?, invited: String? = nil) {
    self.friend = OrNull(friend)
    self.invited = OrNull(invited)
  }
}

extension Completion {
  /// Offers the e-mails of the rider's friends, or of those who have invited the rider, to a shell.
  ///
  /// - Parameters:
  ///   - sharing: Opens the sharing scope; `nil` when no rider is signed in. A shell that completes must
  ///     not be disturbed, so a failure offers nothing.
  ///   - isInviter: Whether those who have invited the rider are meant.
  static func friends(
    _ sharing: @escaping @Sendable () async -> SharingContainer?, inviters isInviter: Bool = false
  ) -> Completion {
    .dynamic { _ in
      guard let list = try? await sharing()?.friendsRepository.friendList() else { return [] }
      let riders = isInviter ? list.received.map(\.from) : list.friends
      return riders.map { CompletionCandidate($0.email, $0.name) }
    }
  }
}
