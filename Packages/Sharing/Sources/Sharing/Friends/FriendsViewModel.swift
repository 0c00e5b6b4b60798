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
    switch row {
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

/// One line of the list of friends and invitations.
enum FriendRow: Equatable {
  case received(Friend)
  case friend(Friend)
  case sent(email: String)

  /// Invitations that wait for the rider come first, those that wait for others last.
  static func rows(of list: FriendList) -> [FriendRow] {
    list.received.map { .received($0.from) } + list.friends.map { .friend($0) }
      + list.sent.map { .sent(email: $0.email) }
  }

  /// The other rider, unless only the e-mail is known.
  private var rider: Friend? {
    switch self {
    case .received(let rider), .friend(let rider): rider
    case .sent: nil
    }
  }

  var email: String { if case .sent(let email) = self { email } else { rider?.email ?? "" } }

  /// The rider's name, or the e-mail without a name.
  var name: String { rider?.name ?? email }

  /// The relation, for lists with a column for it.
  var state: String {
    switch self {
    case .received: "invites you"
    case .friend: "friend"
    case .sent: "invited"
    }
  }

  /// Name, e-mail and what is open between the two.
  var cells: [Styled] {
    switch self {
    case .received(let rider):
      [Styled(rider.name), Styled(rider.email, .muted), Styled(state, .heading)]
    case .friend(let rider): [Styled(rider.name), Styled(rider.email, .muted)]
    case .sent(let email): ["", Styled(email), Styled(state, .muted)]
    }
  }

  /// What is open between the two, where nothing was shared.
  var preview: Styled {
    switch self {
    case .received(let rider): "\(rider.name, .bold) invites you to be friends. Enter accepts."
    case .friend(let rider): "\(rider.name) has shared nothing with you yet. Enter writes a text."
    case .sent(let email): "\(email) is your friend after accepting the invitation."
    }
  }

  /// The row as one sentence for terminals that show lines only.
  var line: Styled {
    switch self {
    case .received(let rider): "\(rider.name), \(rider.email), invites you"
    case .friend(let rider): "\(rider.name), \(rider.email)"
    case .sent(let email): "\(email), invited"
    }
  }

  var removed: String {
    switch self {
    case .received(let rider): "The invitation of \(rider.name) is declined."
    case .friend(let rider): "\(rider.name) is no longer among your friends."
    case .sent(let email): "The invitation to \(email) is withdrawn."
    }
  }

  var removal: String {
    switch self {
    case .received(let rider): "Decline the invitation of \(rider.name)"
    case .friend(let rider): "Remove \(rider.name)"
    case .sent(let email): "Withdraw the invitation to \(email)"
    }
  }
}
