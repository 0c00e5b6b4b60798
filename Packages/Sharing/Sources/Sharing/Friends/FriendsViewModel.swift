import Core
import Observation
import Terminal

/// The rider's friends and invitations, and how they change.
@MainActor @Observable final class FriendsViewModel {
  enum Phase: Equatable {
    case loading
    /// A friend or an invitation is being changed.
    case changing
    case loaded
    /// The lists are the last loaded ones.
    case failed(SharingError)
  }

  private(set) var phase = Phase.loading
  private(set) var list = FriendList(friends: [])
  private let friendsRepository: any FriendsRepository
  private let postRepository: any PostRepository
  /// What others have shared, the newest first; loaded once.
  private var shared: [InboxItem]?

  init(friendsRepository: any FriendsRepository, postRepository: any PostRepository) {
    (self.friendsRepository, self.postRepository) = (friendsRepository, postRepository)
  }

  /// Loads what friends have shared; without an answer the friends alone are shown.
  func loadShared() async { if shared == nil { await reloadShared() } }

  /// Loads what friends have shared again, after it has changed.
  func reloadShared() async {
    if let items = try? await postRepository.inbox(limit: Self.mostShared) { shared = items }
  }

  func renewShared(_ id: Identifier<Ride>, _ change: (Ride) -> Ride) {
    shared = shared?.map { $0.changing(id, change) }
  }

  private static let mostShared = 50

  /// The newest ride, or else the newest text, that a friend has shared.
  func newestItem(by friend: Friend) -> InboxItem? {
    let items = (shared ?? []).filter { $0.from.id == friend.id }
    return items.first { $0.ride != nil } ?? items.first
  }

  var isEnabled: Bool { phase != .loading && phase != .changing }

  /// Loads the lists; also the retry after a failure.
  func load() async { await perform(.loading) { _ throws(CloudError) in } }

  /// Renews the lists while they are shown; a failure is reported when the rider does something.
  func refresh() async {
    guard phase == .loaded, let newest = try? await friendsRepository.friendList(), phase == .loaded
    else { return }
    // An unchanged list is not set, so that nothing is drawn again.
    if list != newest { list = newest }
  }

  /// Invites the rider with this e-mail; who has invited this rider becomes a friend.
  func add(email: String) async {
    await change { repository throws(CloudError) in _ = try await repository.invite(email: email) }
  }

  func accept(email: String) async {
    guard let inviter = inviter(withEmail: email) else { return fail(.noInvitation(email: email)) }
    await change { repository throws(CloudError) in
      _ = try await repository.acceptInvitation(of: inviter)
    }
  }

  /// Removes the friend with this e-mail, declines that rider's invitation, or withdraws the
  /// invitation to the e-mail.
  ///
  /// - Returns: The removed row; `nil` when there is no such friend or invitation.
  @discardableResult func remove(email: String) async -> FriendRow? {
    let row = FriendRow.rows(of: list).first { $0.email == email.normalizedEmail }
    switch row?.relation {
    case .received(let rider), .friend(let rider):
      await change { repository throws(CloudError) in try await repository.removeFriend(rider) }
    case .sent(let email):
      await change { repository throws(CloudError) in
        try await repository.withdrawInvitation(to: email)
      }
    case nil: fail(.notAFriend(email: email))
    }
    return row
  }

  /// Blocks the friend with this e-mail, or the rider who sent an invitation.
  func block(email: String) async {
    guard let rider = friend(withEmail: email) ?? inviter(withEmail: email) else {
      return fail(.cannotBlock(email: email))
    }
    await change { repository throws(CloudError) in try await repository.block(rider) }
  }

  func friend(withEmail email: String) -> Friend? {
    list.friends.first { $0.email == email.normalizedEmail }
  }

  private func inviter(withEmail email: String) -> Friend? {
    list.received.lazy.map(\.from).first { $0.email == email.normalizedEmail }
  }

  private func fail(_ failure: SharingError) { phase = .failed(failure) }

  private typealias Operation = (any FriendsRepository) async throws(CloudError) -> Void

  /// Performs one change at a time.
  private func change(_ operation: Operation) async {
    if phase != .changing { await perform(.changing, operation) }
  }

  private func perform(_ activity: Phase, _ operation: Operation) async {
    phase = activity
    do throws(CloudError) {
      try await operation(friendsRepository)
      list = try await friendsRepository.friendList()
      phase = .loaded
    } catch {
      phase = .failed(.cloud(error))
    }
  }
}

/// One line of the list of friends and invitations, with the texts about it.
struct FriendRow: Equatable {
  enum Relation: Equatable {
    case received(Friend)
    case friend(Friend)
    case sent(email: String)
  }

  let relation: Relation
  /// The rider's name, or the e-mail without a name.
  let name: String
  let email: String
  /// The relation, for lists with a column for it.
  let state: String
  /// Name, e-mail and what is open between the two.
  let cells: [Styled]
  /// What is open between the two, where nothing was shared.
  let preview: Styled
  /// The row as one sentence for terminals that show lines only.
  let line: Styled
  /// What ends the relation: the name of the key, the sentence before, and the one after it.
  let removalKey: Styled
  let removal: String
  let removed: String

  private init(_ relation: Relation) {
    self.relation = relation
    switch relation {
    case .received(let rider):
      (name, email, state) = (rider.name, rider.email, "invites you")
      cells = [Styled(name), Styled(email, .muted), Styled(state, .heading)]
      preview = "\(name, .bold) invites you to be friends. Enter accepts."
      line = "\(name), \(email), invites you"
      (removalKey, removal) = ("Decline", "Decline the invitation of \(name)")
      removed = "The invitation of \(name) is declined."
    case .friend(let rider):
      (name, email, state) = (rider.name, rider.email, "friend")
      cells = [Styled(name), Styled(email, .muted)]
      preview = "\(name) has shared nothing with you yet. Enter writes a text."
      line = "\(name), \(email)"
      (removalKey, removal) = ("Remove", "Remove \(name)")
      removed = "\(name) is no longer among your friends."
    case .sent(let email):
      (name, self.email, state) = (email, email, "invited")
      cells = ["", Styled(email), Styled(state, .muted)]
      preview = "\(email) is your friend after accepting the invitation."
      line = "\(email), invited"
      (removalKey, removal) = ("Withdraw", "Withdraw the invitation to \(email)")
      removed = "The invitation to \(email) is withdrawn."
    }
  }

  /// Invitations that wait for the rider come first, those that wait for others last.
  static func rows(of list: FriendList) -> [FriendRow] {
    list.received.map { FriendRow(.received($0.from)) }
      + list.friends.map { FriendRow(.friend($0)) }
      + list.sent.map { FriendRow(.sent(email: $0.email)) }
  }
}
