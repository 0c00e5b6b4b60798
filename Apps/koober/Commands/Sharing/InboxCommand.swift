import Core
import Sharing
import Terminal

/// What others have shared.
enum InboxCommand {
  private static let limit = Option(
    "limit", kind: .range(1...Page.largestLimit), default: 20, help: "The most items to list.")
  private static let markRead = Flag("mark-read", help: "The listed items count as read then.")

  static let inbox = Command<CommandContext>(
    "inbox", summary: "List what others have shared with you, newest first.",
    examples: [CommandExample("koober inbox --mark-read", "Read your inbox.")],
    parameters: [limit, markRead]
  ) { values, context in
    let scope = try await context.signedInScope()
    try await show(
      limit: values[limit], markRead: values[markRead], scope: scope, context: context)
  }

  /// Prints the inbox.
  @MainActor
  static func show(
    limit: Int, markRead: Bool, scope: SignedInScope, context: CommandContext
  ) async throws {
    let items = try await context.showingActivity("Asking for your inbox") { _ in
      try await scope.sharing.inbox(limit: limit, markRead: markRead)
    }
    try context.print(InboxDocument(items: items)) {
      try context.terminal.write(table(of: items))
      if items.isEmpty { try context.note("Nobody has shared anything with you yet.") }
    }
  }

  private static func table(of items: [InboxItem]) -> Table {
    Table(
      columns: [
        Table.Column("", priority: 3, minimumWidth: 3),
        Table.Column("Shared", priority: 1, minimumWidth: 16),
        Table.Column("From", priority: 2), Table.Column("Text", priority: 4),
        Table.Column("Ride", minimumWidth: 9), Table.Column("Link"),
      ],
      rows: items.map { item in
        [
          item.read ? "" : "new", Styled(Describing.time(item.sharedAt)), Styled(item.from.name),
          Styled(item.text), item.ride.map { RideText($0).state } ?? "",
          "koober://share/\(item.id)",
        ]
      })
  }
}

private struct InboxDocument: Encodable {
  let items: [InboxItem]
}
