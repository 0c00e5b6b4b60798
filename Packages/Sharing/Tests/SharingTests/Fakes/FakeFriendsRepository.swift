import Core
import CoreTesting

@testable import Sharing

/// A repository that answers the loads in order, the last again and again, and records the changes.
actor FakeFriendsRepository: FriendsRepository {
  private(set) var added: [String] = []
  private(set) var removed: [Friend] = []
  private var results: [Result<[Friend], CloudError>]
  private let change: Result<Void, CloudError>
  /// Where every call waits.
  private let gate: Gate

  init(
    friends results: [Result<[Friend], CloudError>],
    change: Result<Void, CloudError> = .success(()), gate: Gate = Gate(isOpen: true)
  ) {
    self.results = results
    self.change = change
    self.gate = gate
  }

  init(
    friends result: Result<[Friend], CloudError> = .success([.ada, .grace]),
    change: Result<Void, CloudError> = .success(()), gate: Gate = Gate(isOpen: true)
  ) {
    self.init(friends: [result], change: change, gate: gate)
  }

  func friends() async throws(CloudError) -> [Friend] {
    await gate.pass()
    return try (results.count > 1 ? results.removeFirst() : results[0]).get()
  }

  func addFriend(email: String) async throws(CloudError) -> Friend {
    added.append(email)
    await gate.pass()
    try change.get()
    return Friend(id: Identifier("new"), name: "New", email: email)
  }

  func removeFriend(_ friend: Friend) async throws(CloudError) {
    removed.append(friend)
    await gate.pass()
    try change.get()
  }
}

extension Friend {
  /// A friend called Ada.
  static let ada = Friend(id: Identifier("ada"), name: "Ada", email: "ada@example.org")
  /// A friend called Grace.
  static let grace = Friend(id: Identifier("grace"), name: "Grace", email: "grace@example.org")
}
