import Core

/// Shows riders what was shared with them.
struct InboxService: Sendable {
  let store: SQLStore
  let clock: any WallClock

  func inbox(of rider: RiderID, _ page: PageRequest) throws -> Inbox {
    Inbox(items: try items(of: rider, limit: page.checkedLimit))
  }

  func items(of rider: RiderID, limit: Int) throws -> [InboxItem] {
    let records = try store.inbox(of: rider, limit: limit)
    let now = clock.now
    return records.map { record in
      InboxItem(
        id: record.post.id, from: record.post.author, text: record.post.text,
        ride: record.post.ride?.ride(at: now), sharedAt: record.sharedAt, read: record.isRead)
    }
  }

  func markRead(_ read: InboxRead, by rider: RiderID) throws {
    try store.markRead(read.posts, by: rider, now: clock.now.inWholeMilliseconds)
  }
}
