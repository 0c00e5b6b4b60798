import Commands
import Core
public import Terminal

private let email = Argument<String>("EMAIL", help: "The friend's e-mail address.")

extension Command where Context: SharingContext {
  /// The riders to share with.
  public static var friends: Command {
    Command(
      "friends", summary: "List, add and remove the riders you share with.",
      examples: [CommandExample("koober friends list", "List your friends.")],
      subcommands: [list, add, remove])
  }

  private static var list: Command {
    Command(
      "list", summary: "List your friends.",
      examples: [CommandExample("koober friends list --json", "List them as JSON.")]
    ) { _, context in
      let sharing = try await context.sharingContainer()
      let friends = try await context.showingActivity("Asking for your friends") { _ in
        try await sharing.friendsRepository.friends()
      }
      try context.print(FriendsDocument(friends: friends)) {
        try context.terminal.write(
          Table(
            columns: [Table.Column("Name"), Table.Column("E-mail", priority: 1)],
            rows: friends.map { [Styled($0.name), Styled($0.email)] }))
        if friends.isEmpty {
          try context.note("You have no friends yet; see 'koober friends add'.")
        }
      }
    }
  }

  private static var add: Command {
    Command(
      "add", summary: "Add a rider as a friend.",
      examples: [CommandExample("koober friends add grace@example.org", "Add Grace.")],
      parameters: [email]
    ) { values, context in
      let sharing = try await context.sharingContainer()
      let friend = try await context.showingActivity("Adding the friend") { _ in
        try await sharing.friendsRepository.addFriend(email: values[email])
      }
      try context.print(FriendDocument(friend: friend)) {
        try context.terminal.writeLine("\(friend.name) is now among your friends.")
      }
    }
  }

  private static var remove: Command {
    Command(
      "remove", summary: "Remove a friend.",
      examples: [CommandExample("koober friends remove grace@example.org", "Remove Grace.")],
      parameters: [email]
    ) { values, context in
      let sharing = try await context.sharingContainer()
      try await context.showingActivity("Removing the friend") { _ in
        let model = sharing.makeFriendsViewModel()
        await model.load()
        if case .loaded = model.phase { await model.remove(email: values[email]) }
        if case .failed(let failure) = model.phase { throw failure }
      }
      try context.print(RemovedDocument(removed: values[email].normalizedEmail)) {
        try context.terminal.writeLine("\(values[email]) is no longer among your friends.")
      }
    }
  }
}

private struct FriendsDocument: Encodable {
  let friends: [Friend]
}

private struct FriendDocument: Encodable {
  let friend: Friend
}

private struct RemovedDocument: Encodable {
  let removed: String
}
