import Core
import Terminal

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

  /// The row as one sentence for terminals that show lines only.
  var line: Styled {
    switch self {
    case .received(let rider): "\(rider.name), \(rider.email), invites you"
    case .friend(let rider): "\(rider.name), \(rider.email)"
    case .sent(let email): "\(email), invited"
    }
  }

  /// What the removal of the row has ended.
  var removed: String {
    switch self {
    case .received(let rider): "The invitation of \(rider.name) is declined."
    case .friend(let rider): "\(rider.name) is no longer among your friends."
    case .sent(let email): "The invitation to \(email) is withdrawn."
    }
  }

  /// The action that removes the row.
  var removal: String {
    switch self {
    case .received(let rider): "Decline the invitation of \(rider.name)"
    case .friend(let rider): "Remove \(rider.name)"
    case .sent(let email): "Withdraw the invitation to \(email)"
    }
  }
}
