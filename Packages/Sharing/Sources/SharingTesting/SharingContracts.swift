public import Core
public import Sharing

/// The contract of a repository of friends.
///
/// The repository begins with one friend and one received invitation, and nothing else.
public struct FriendsRepositoryContract: Sendable {
  private let repository: any FriendsRepository

  public init(of repository: any FriendsRepository) { self.repository = repository }

  /// Changes the friends, and returns the rules that were broken.
  public func violations() async throws(CloudError) -> [String] {
    let start = try await repository.friendList()
    guard let friend = start.friends.first, let inviter = start.received.first?.from,
      start.friends.count == 1, start.received.count == 1, start.sent.isEmpty
    else { return ["It begins with one friend and one received invitation."] }
    var rules = Rules()

    _ = try await repository.invite(email: " Nobody@Example.org ")
    try await rules.expect(
      repository.friendList().sent.map(\.email) == ["nobody@example.org"],
      "An invitation is open under the normalized e-mail.")
    try await repository.withdrawInvitation(to: "nobody@example.org")
    try await rules.expect(
      repository.friendList() == start, "An invitation that is withdrawn leaves nothing.")

    let accepted = try await repository.acceptInvitation(of: inviter)
    var list = try await repository.friendList()
    rules.expect(
      accepted == inviter && Set(list.friends) == [friend, inviter] && list.received.isEmpty,
      "A rider whose invitation is accepted is a friend.")
    try await repository.removeFriend(inviter)
    list = try await repository.friendList()
    rules.expect(list == FriendList(friends: [friend]), "A friend who is removed is none.")

    try await repository.block(friend)
    try await rules.expect(
      repository.friendList() == FriendList(friends: []), "A blocked rider is no friend.")
    try await rules.expect(
      repository.blockedRiders() == [friend], "A blocked rider is among the blocked ones.")
    try await repository.unblock(friend)
    let blocked = try await repository.blockedRiders()
    list = try await repository.friendList()
    rules.expect(
      blocked.isEmpty && list.friends.isEmpty, "A rider who is no longer blocked is no friend yet.")
    return rules.broken
  }
}

/// The contract of a repository of posts.
///
/// The inbox holds two items at least, the first of which is unread.
public struct PostRepositoryContract: Sendable {
  private let repository: any PostRepository
  private let friend: Friend

  /// Prepares the check; `friend` is a friend of the rider's.
  public init(of repository: any PostRepository, friend: Friend) {
    self.repository = repository
    self.friend = friend
  }

  /// Creates and shares a post, reads the inbox, and returns the rules that were broken.
  public func violations() async throws(CloudError) -> [String] {
    var rules = Rules()
    let post = try await repository.createPost(NewPost(text: "On my way"))
    rules.expect(post.text == "On my way" && post.ride == nil, "A post holds its text.")
    try await rules.expect(repository.post(post.id) == post, "A post is found by its identifier.")
    try await repository.share(post.id, with: friend)
    try await repository.share(post.id, with: friend)
    let second = try await repository.createPost(NewPost(text: "Here"))
    rules.expect(second.id != post.id, "Each post has an identifier of its own.")

    let inbox = try await repository.inbox(limit: 100)
    guard inbox.count >= 2, let unread = inbox.first, !unread.read else {
      return ["The inbox holds two items at least, the first of which is unread."]
    }
    try await rules.expect(
      repository.inbox(limit: 1) == [unread], "The limit keeps the newest items.")
    try await repository.markRead([unread.id])
    try await rules.expect(
      repository.inbox(limit: 1).map(\.read) == [true], "What is marked is read.")
    return rules.broken
  }
}

/// Collects the rules that do not hold.
private struct Rules {
  private(set) var broken: [String] = []

  mutating func expect(_ holds: Bool, _ rule: String) {
    if !holds { broken.append(rule) }
  }
}
