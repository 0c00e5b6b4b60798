import Core
import Sharing
import Terminal

/// The riders to share with.
enum FriendCommands {
  private static let email = Argument<String>("EMAIL", help: "The friend's e-mail address.")

  static let friends = Command<CommandContext>(
    "friends", summary: "List, add and remove the riders you share with.",
    examples: [CommandExample("koober friends list", "List your friends.")],
    subcommands: [list, add, remove])

  private static let list = Command<CommandContext>(
    "list", summary: "List your friends.",
    examples: [CommandExample("koober friends list --json", "List them as JSON.")]
  ) { _, context in
    let scope = try await context.signedInScope()
    let friends = try await context.showingActivity("Asking for your friends") { _ in
      try await scope.sharing.friends()
    }
    try context.print(FriendsDocument(friends: friends)) {
      try context.terminal.write(
        Table(
          columns: [Table.Column("Name"), Table.Column("E-mail", priority: 1)],
          rows: friends.map { [Styled($0.name), Styled($0.email)] }))
      if friends.isEmpty { try context.note("You have no friends yet; see 'koober friends add'.") }
    }
  }

  private static let add = Command<CommandContext>(
    "add", summary: "Add a rider as a friend.",
    examples: [CommandExample("koober friends add grace@example.org", "Add Grace.")],
    parameters: [email]
  ) { values, context in
    let scope = try await context.signedInScope()
    let friend = try await context.showingActivity("Adding the friend") { _ in
      try await scope.sharing.addFriend(email: values[email])
    }
    try context.print(FriendDocument(friend: friend)) {
      try context.terminal.writeLine("\(friend.name) is now among your friends.")
    }
  }

  private static let remove = Command<CommandContext>(
    "remove", summary: "Remove a friend.",
    examples: [CommandExample("koober friends remove grace@example.org", "Remove Grace.")],
    parameters: [email]
  ) { values, context in
    let scope = try await context.signedInScope()
    try await context.showingActivity("Removing the friend") { _ in
      try await scope.sharing.removeFriend(email: values[email])
    }
    try context.print(RemovedDocument(removed: values[email].normalizedEmail)) {
      try context.terminal.writeLine("\(values[email]) is no longer among your friends.")
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
