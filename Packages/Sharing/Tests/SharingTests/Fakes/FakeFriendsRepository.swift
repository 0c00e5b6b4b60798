import Core

@testable import Sharing

/// A repository that answers every load with one fixed result and records the changes.
actor FakeFriendsRepository: FriendsRepository {
  private(set) var added: [String] = []
  private(set) var removed: [Friend] = []
  private let result: Result<[Friend], CloudError>
  private let change: Result<Void, CloudError>

  init(
    friends result: Result<[Friend], CloudError> = .success([.ada, .grace]),
    change: Result<Void, CloudError> = .success(())
  ) {
    self.result = result
    self.change = change
  }

  func friends() throws(CloudError) -> [Friend] { try result.get() }

  func addFriend(email: String) throws(CloudError) -> Friend {
    added.append(email)
    try change.get()
    return Friend(id: Identifier("new"), name: "New", email: email)
  }

  func removeFriend(_ friend: Friend) throws(CloudError) {
    removed.append(friend)
    try change.get()
  }
}

extension Friend {
  /// A friend called Ada.
  static let ada = Friend(id: Identifier("ada"), name: "Ada", email: "ada@example.org")
  /// A friend called Grace.
  static let grace = Friend(id: Identifier("grace"), name: "Grace", email: "grace@example.org")
}
