import Core
import Observation

/// The rider's friends, and how they change.
@MainActor
@Observable
final class FriendsViewModel {
  enum Phase: Equatable {
    case loading
    /// A friend is being added or removed.
    case changing
    case loaded
    /// The rider is told why; the friends are those known before.
    case failed(SharingFailure)
  }

  private(set) var phase = Phase.loading
  private(set) var friends: [Friend] = []

  private let friendsRepository: any FriendsRepository

  init(friendsRepository: any FriendsRepository) {
    self.friendsRepository = friendsRepository
  }

  /// Whether the actions are enabled.
  var isEnabled: Bool { phase != .loading && phase != .changing }

  /// Loads the friends; also the retry after a failure.
  func load() async {
    phase = .loading
    do throws(CloudError) {
      friends = try await friendsRepository.friends()
      phase = .loaded
    } catch {
      phase = .failed(.cloud(error))
    }
  }

  /// Adds the rider with this e-mail; adding a friend again changes nothing.
  func add(email: String) async {
    guard phase != .changing else { return }
    phase = .changing
    do throws(CloudError) {
      let friend = try await friendsRepository.addFriend(email: email)
      friends.removeAll { $0.id == friend.id }
      friends.append(friend)
      phase = .loaded
    } catch {
      phase = .failed(.cloud(error))
    }
  }

  /// Removes the friend with this e-mail, one of the loaded ones.
  func remove(email: String) async {
    guard let friend = friend(withEmail: email) else {
      phase = .failed(.notAFriend(email: email))
      return
    }
    guard phase != .changing else { return }
    phase = .changing
    do throws(CloudError) {
      try await friendsRepository.removeFriend(friend)
      friends.removeAll { $0.id == friend.id }
      phase = .loaded
    } catch {
      phase = .failed(.cloud(error))
    }
  }

  /// The loaded friend with an e-mail.
  func friend(withEmail email: String) -> Friend? {
    friends.first { $0.email == email.normalizedEmail }
  }
}
