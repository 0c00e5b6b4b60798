import Core
import CoreTesting

@testable import Sharing

/// A repository with a list that its changes change, and that records them.
actor FakeFriendsRepository: FriendsRepository {
  private(set) var invited: [String] = []
  private(set) var removed: [Friend] = []
  private(set) var blocked: [Friend] = []
  /// What the loads answer before the list, in order.
  private var failures: [CloudError]
  private var list: FriendList
  private let change: Result<Void, CloudError>
  /// Where every call waits.
  private let gate: Gate

  init(
    _ list: FriendList = FriendList(friends: [.ada, .grace]),
    failingFirst failures: [CloudError] = [],
    change: Result<Void, CloudError> = .success(()), gate: Gate = Gate(isOpen: true)
  ) {
    self.list = list
    self.failures = failures
    self.change = change
    self.gate = gate
  }

  /// Creates a repository whose loads have these results, the failures first.
  init(loads: [Result<[Friend], CloudError>]) {
    var failures: [CloudError] = []
    var friends: [Friend] = []
    for load in loads {
      switch load {
      case .failure(let error): failures.append(error)
      case .success(let loaded): friends = loaded
      }
    }
    self.init(FriendList(friends: friends), failingFirst: failures)
  }

  /// Gets a list that others have changed.
  func receive(_ list: FriendList) {
    self.list = list
  }

  func friendList() async throws(CloudError) -> FriendList {
    await gate.pass()
    guard failures.isEmpty else { throw failures.removeFirst() }
    return list
  }

  func invite(email: String) async throws(CloudError) -> Friend? {
    invited.append(email)
    try await pass()
    let invitation = SentInvitation(
      email: email.normalizedEmail, invitedAt: Ride.sample().requestedAt)
    set(sent: list.sent + [invitation])
    return nil
  }

  func acceptInvitation(of inviter: Friend) async throws(CloudError) -> Friend {
    try await pass()
    set(friends: list.friends + [inviter], received: list.received.filter { $0.from != inviter })
    return inviter
  }

  func withdrawInvitation(to email: String) async throws(CloudError) {
    try await pass()
    set(sent: list.sent.filter { $0.email != email })
  }

  func removeFriend(_ friend: Friend) async throws(CloudError) {
    removed.append(friend)
    try await pass()
    forget(friend)
  }

  func blockedRiders() async throws(CloudError) -> [Friend] { blocked }

  func block(_ rider: Friend) async throws(CloudError) {
    blocked.append(rider)
    try await pass()
    forget(rider)
  }

  func unblock(_ rider: Friend) async throws(CloudError) {
    blocked.removeAll { $0 == rider }
  }

  private func pass() async throws(CloudError) {
    await gate.pass()
    try change.get()
  }

  private func forget(_ rider: Friend) {
    set(
      friends: list.friends.filter { $0 != rider },
      received: list.received.filter { $0.from != rider })
  }

  private func set(
    friends: [Friend]? = nil, received: [ReceivedInvitation]? = nil, sent: [SentInvitation]? = nil
  ) {
    list = FriendList(
      friends: friends ?? list.friends, received: received ?? list.received,
      sent: sent ?? list.sent)
  }
}

extension FriendList {
  /// Grace is a friend, Ada has invited the rider, and the rider has invited Eve.
  static let withInvitations = FriendList(
    friends: [.grace],
    received: [ReceivedInvitation(from: .ada, invitedAt: Ride.sample().requestedAt)],
    sent: [SentInvitation(email: "eve@example.org", invitedAt: Ride.sample().requestedAt)])
}

extension Friend {
  /// A friend called Ada.
  static let ada = Friend(id: Identifier("ada"), name: "Ada", email: "ada@example.org")
  /// A friend called Grace.
  static let grace = Friend(id: Identifier("grace"), name: "Grace", email: "grace@example.org")
}
