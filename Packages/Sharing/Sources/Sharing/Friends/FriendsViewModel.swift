import Core
import Observation

/// The rider's friends and invitations, and how they change.
@MainActor
@Observable
final class FriendsViewModel {
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

  init(friendsRepository: any FriendsRepository) {
    self.friendsRepository = friendsRepository
  }

  /// Whether the actions are enabled.
  var isEnabled: Bool { phase != .loading && phase != .changing }

  /// Loads the lists; also the retry after a failure.
  func load() async {
    phase = .loading
    do throws(CloudError) {
      list = try await friendsRepository.friendList()
      phase = .loaded
    } catch {
      phase = .failed(.cloud(error))
    }
  }

  /// Renews the lists while they are shown; a failure is reported when the rider does something.
  func refresh() async {
    guard phase == .loaded, let newest = try? await friendsRepository.friendList(),
      phase == .loaded
    else { return }
    // An unchanged list is not set, so that nothing is drawn again.
    if list != newest { list = newest }
  }

  /// Invites the rider with this e-mail; who has invited this rider becomes a friend.
  func add(email: String) async {
    await change { repository throws(CloudError) in
      _ = try await repository.invite(email: email)
    }
  }

  /// Accepts the invitation of the rider with this e-mail.
  func accept(email: String) async {
    guard let inviter = inviter(withEmail: email) else { return fail(.noInvitation(email: email)) }
    await change { repository throws(CloudError) in
      _ = try await repository.acceptInvitation(of: inviter)
    }
  }

  /// Removes the friend with this e-mail, declines that rider's invitation, or withdraws the
  /// invitation to the e-mail.
  ///
  /// - Returns: What was removed; `nil` when there is no such friend or invitation.
  @discardableResult
  func remove(email: String) async -> FriendRow? {
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

  /// The loaded friend with an e-mail.
  func friend(withEmail email: String) -> Friend? {
    list.friends.first { $0.email == email.normalizedEmail }
  }

  private func inviter(withEmail email: String) -> Friend? {
    list.received.lazy.map(\.from).first { $0.email == email.normalizedEmail }
  }

  private func fail(_ failure: SharingError) {
    phase = .failed(failure)
  }

  /// Changes something once and loads what has become of the lists.
  private func change(
    _ operation: (any FriendsRepository) async throws(CloudError) -> Void
  ) async {
    guard phase != .changing else { return }
    phase = .changing
    do throws(CloudError) {
      try await operation(friendsRepository)
      list = try await friendsRepository.friendList()
      phase = .loaded
    } catch {
      phase = .failed(.cloud(error))
    }
  }
}
