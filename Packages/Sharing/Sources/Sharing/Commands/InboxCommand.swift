import Console
import Core
import RideUI
public import Terminal

private let limit = Option(
  "limit", kind: .range(1...PageRequest.largestLimit), default: InboxViewModel.usualLimit,
  help: "The most items to list.")
private let markRead = Flag("mark-read", help: "The listed items count as read then.")

extension Command where Context: SharingContext {
  /// The posts that others have shared.
  public static var inbox: Command {
    Command(
      "inbox", summary: "List what others have shared with you, newest first.",
      examples: [CommandExample("koober inbox --mark-read", "Read your inbox.")],
      parameters: [limit, markRead], subcommands: [follow]
    ) { values, context in
      try await context.printInbox(limit: values[limit], markRead: values[markRead])
    }
  }
}

private let post = Argument<String?>(
  "POST", help: "The post's id or its beginning; the newest one with a ride under way without it.")

extension Command where Context: SharingContext {
  private static var follow: Command {
    Command(
      "follow", summary: "Follow a friend's ride as it moves.",
      discussion: """
        On a terminal the ride is redrawn; in a pipe there is a line for each change of its state, with \
        --json one document a line.
        """,
      examples: [CommandExample("koober inbox follow", "Follow the ride that was shared last.")],
      parameters: [post]
    ) { values, context in
      try await context.followRide(of: values[post])
    }
  }
}

extension SharingContext {
  @MainActor fileprivate func followRide(of post: String?) async throws {
    let container = try await sharingContainer()
    let model = container.makeInboxViewModel()
    try await showingActivity("Asking for your inbox") { _ in
      await model.load(limit: PageRequest.largestLimit)
    }
    let watch = RideWatch(self, wallClock: container.wallClock)
    try await watch.run {
      try await model.follow(post, through: container.liveEvents, bear: watch.bear) { item, ride in
        try watch.show(
          ride, as: ["item": item], lines: item.lines,
          line: RideText(ride).headline(of: item.from.name))
      }
    }
  }

  @MainActor func printInbox(limit: Int, markRead: Bool) async throws {
    let model = try await sharingContainer().makeInboxViewModel()
    try await showingActivity("Asking for your inbox") { _ in
      await model.load(limit: limit)
      if markRead, model.phase == .loaded { await model.markRead() }
      if case .failed(let error) = model.phase { throw error }
    }
    try print(
      ["items": model.items], table: table(of: model.items),
      ifEmpty: "Nobody has shared anything with you yet.")
  }

  private func table(of items: [InboxItem]) -> Table {
    Table(
      columns: [
        Table.Column("", priority: 5, isWhole: true),
        Table.Column("Shared", priority: 1, isWhole: true),
        Table.Column("From", priority: 4, minimumWidth: 8),
        Table.Column("Text", priority: 3, minimumWidth: 10), Table.Column("Ride", isWhole: true),
        Table.Column("Link", priority: 2, isWhole: true),
      ],
      rows: zip(items, console.names(of: items.map(\.id))).map { item, name in
        [
          item.read ? "" : "new", Styled(Formatters.time(item.sharedAt)), Styled(item.from.name),
          Styled(item.text), item.ride.map { RideText($0).state } ?? "", "koober://share/\(name)",
        ]
      })
  }
}
