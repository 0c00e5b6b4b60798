import Core
import FoundationEssentials
import Sharing

/// Friends in memory.
actor KioskFriendsRepository: FriendsRepository {
  private let opened = Date(timeIntervalSince1970: 0)
  private var friends = [Friend(id: Identifier("kim"), name: "Kim", email: "kim@kiosk.org")]
  private var inviters = [Friend(id: Identifier("lee"), name: "Lee", email: "lee@kiosk.org")]
  private var invited: [String] = []
  private var blocked: [Friend] = []

  func friendList() -> FriendList {
    FriendList(
      friends: friends,
      received: inviters.map { ReceivedInvitation(from: $0, invitedAt: opened) },
      sent: invited.map { SentInvitation(email: $0, invitedAt: opened) })
  }

  func invite(email: String) -> Friend? {
    invited.append(email.normalizedEmail)
    return nil
  }

  func acceptInvitation(of inviter: Friend) -> Friend {
    inviters.removeAll { $0 == inviter }
    friends.append(inviter)
    return inviter
  }

  func withdrawInvitation(to email: String) { invited.removeAll { $0 == email } }

  func removeFriend(_ friend: Friend) {
    friends.removeAll { $0 == friend }
    inviters.removeAll { $0 == friend }
  }

  func blockedRiders() -> [Friend] { blocked }

  func block(_ rider: Friend) {
    removeFriend(rider)
    blocked.append(rider)
  }

  func unblock(_ rider: Friend) { blocked.removeAll { $0 == rider } }
}
