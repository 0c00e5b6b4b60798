import Basics
import CloudDomain
import CloudStore
import Core
import FoundationEssentials

/// Stores posts, shares them with friends, and shows riders what was shared with them.
struct PostService: Sendable {
  let store: SQLStore
  let clock: any WallClock
  let randomBytes: any RandomBytes

  func create(_ post: NewPost, by author: RiderID, key: RequestKey?) throws -> Post {
    try Self.check(post.text)
    let now = clock.now.inWholeMilliseconds
    let id = Identifier<Post>(randomBytes.makeIdentifier())
    guard let profile = try store.profile(of: author) else { throw APIError.notSignedIn }
    let record = PostRecord(
      id: id, author: Person(id: author, name: profile.name), text: post.text,
      ride: try ride(post.ride, of: author), createdAt: now)
    switch try store.addPost(record, key: key) {
    case .added: return record.post(at: now)
    case .repeated(let earlier): return earlier.post(at: now)
    case .keyReused: throw APIError.keyReused
    case .tooMany:
      throw APIError(
        .tooManyRequests,
        message: """
          You have written \(NewPost.largestCountPerMinute) posts in a minute or \
          \(NewPost.largestCountPerDay) in a day, which is the most.
          """,
        hint: "Wait, and try again.")
    }
  }

  func post(_ id: Identifier<Post>, for rider: RiderID) throws -> Post {
    guard let record = try store.post(id, visibleTo: rider) else { throw APIError.noSuchPost(id) }
    return record.post(at: clock.now)
  }

  func share(_ id: Identifier<Post>, with recipient: PostRecipient, by author: RiderID) throws {
    let outcome = try store.share(
      id, by: author, with: recipient.friend, now: clock.now.inWholeMilliseconds)
    switch outcome {
    case .shared: return
    case .noSuchPost: throw APIError.noSuchPost(id)
    case .noSuchFriend: throw APIError.noSuchFriend(recipient.friend)
    }
  }

  func inbox(of rider: RiderID, _ page: PageRequest) throws -> Inbox {
    Inbox(items: try inboxItems(of: rider, limit: page.checkedLimit))
  }

  func inboxItems(of rider: RiderID, limit: Int) throws -> [InboxItem] {
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

  private func ride(_ id: Identifier<Ride>?, of author: RiderID) throws -> RideRecord? {
    guard let id else { return nil }
    guard let record = try store.ride(id, of: author) else {
      throw APIError(
        .notFound, message: "There is no ride '\(id)'.",
        hint: "Share one of your own rides.", field: "ride")
    }
    return record
  }

  private static func check(_ text: String) throws {
    guard !text.trimmingBlanks.isEmpty else {
      throw APIError.invalid("text", "The text is empty.", hint: "Type something to share.")
    }
    // A character may be of many bytes; the second limit keeps one from filling the disk.
    guard text.count <= NewPost.longestText, text.utf8.count <= 16 * NewPost.longestText else {
      throw APIError.invalid(
        "text", "The text is longer than \(NewPost.longestText) characters.", hint: "Shorten it.")
    }
    guard !text.unicodeScalars.contains("\0") else {
      throw APIError.invalid("text", "The text contains a NUL character.", hint: "Remove it.")
    }
  }
}

extension APIError {
  fileprivate static func noSuchPost(_ id: Identifier<Post>) -> APIError {
    .notFound("post", id.rawValue, hint: "Look at your inbox.")
  }
}

extension PostRecord {
  func post(at time: Date) -> Post {
    Post(id: id, author: author, text: text, ride: ride?.ride(at: time), createdAt: createdAt)
  }
}
