import Core
import Observation
import Terminal

/// The unseen posts and invitations of others, and their announcement on arrival, on every screen.
@MainActor @Observable final class SharingStatus: StatusProvider {
  /// How long the known numbers may be old while there is no stream.
  static let refreshInterval = Duration.seconds(5)
  /// How many items are looked at; more are not counted.
  private static let limit = 20

  private(set) var unread: [InboxItem] = []
  private(set) var invitations: [ReceivedInvitation] = []
  /// The seen ones, though an answer that is under way may not know it.
  private var read: Set<Identifier<Post>> = []
  private var seen: Set<ReceivedInvitation> = []
  /// The ones that were announced or there before; `nil` before the first response.
  private var knownItems: Set<Identifier<Post>>?
  private var knownInvitations: Set<ReceivedInvitation>?
  private let friendsRepository: any FriendsRepository
  private let postRepository: any PostRepository
  private let liveEvents: LiveEvents

  init(
    friendsRepository: any FriendsRepository, postRepository: any PostRepository,
    liveEvents: LiveEvents
  ) {
    (self.friendsRepository, self.postRepository) = (friendsRepository, postRepository)
    self.liveEvents = liveEvents
  }

  var status: Styled? {
    let count = unread.count == Self.limit ? "\(unread.count)+" : "\(unread.count)"
    let inbox = unread.isEmpty ? [] : ["Inbox: \(count) new"]
    let friends = invitations.isEmpty ? [] : ["Friends: \(invitations.count) new"]
    return inbox + friends == [] ? nil : Styled((inbox + friends).joined(separator: "   "))
  }

  func news(on scene: AnyHashable) -> Int {
    switch scene.base as? SharingScene {
    case .inbox: unread.count
    case .friends: invitations.count
    case .write, .share, .post, nil: 0
    }
  }

  func show(_ items: [InboxItem]) {
    read.formUnion(items.lazy.filter(\.read).map(\.id))
    let newest = items.prefix(Self.limit).filter { !read.contains($0.id) }
    // An unchanged value is not set, so that nothing is drawn again.
    if unread != newest { unread = newest }
  }

  func show(_ received: [ReceivedInvitation], isSeen: Bool) {
    if isSeen { seen.formUnion(received) }
    let unseen = received.filter { !seen.contains($0) }
    if invitations != unseen { invitations = unseen }
  }

  /// Renews the numbers; after a failure the last known ones stay.
  func refresh(announce: (String) -> Void) async {
    await refreshInbox(announce: announce)
    await refreshFriends(announce: announce)
  }

  private func refreshInbox(announce: (String) -> Void) async {
    if let items = try? await postRepository.inbox(limit: Self.limit) {
      show(items)
      for item in unread.reversed() where knownItems?.contains(item.id) == false {
        announce("\(item.from.name) shared: \(item.text)")
      }
      knownItems = (knownItems ?? []).union(items.map(\.id))
    }
  }

  private func refreshFriends(announce: (String) -> Void) async {
    if let received = try? await friendsRepository.friendList().received {
      show(received, isSeen: false)
      for invitation in invitations where knownInvitations?.contains(invitation) == false {
        announce("\(invitation.from.name) invites you to be friends.")
      }
      knownInvitations = (knownInvitations ?? []).union(received)
    }
  }

  func follow(announce: @escaping @MainActor (String) -> Void) async {
    for await step in liveEvents.steps(orAskEvery: Self.refreshInterval) {
      switch step {
      case .renew: await refresh(announce: announce)
      case .event(.inbox): await refreshInbox(announce: announce)
      case .event(.friends): await refreshFriends(announce: announce)
      case .event: break
      }
    }
  }
}
