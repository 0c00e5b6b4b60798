public import Core

/// With whom a post was shared, and with whom not.
public struct ShareOutcome: Equatable, Sendable {
  /// One e-mail that the post could not be shared with.
  public struct Failed: Equatable, Sendable {
    public let email: String
    public let failure: SharingFailure
  }

  /// The post; `nil` when it was shared with nobody.
  public let post: Post?
  public let sharedWith: [Friend]
  public let failed: [Failed]
}

/// What a command does with sharing, through the same view models as the screens.
extension SharingContainer {
  /// Returns the rider's friends, by name.
  @MainActor
  public func friends() async throws(SharingFailure) -> [Friend] {
    try await loadedFriends().friends
  }

  /// Adds the rider with an e-mail.
  @MainActor
  public func addFriend(email: String) async throws(SharingFailure) -> Friend {
    let model = makeFriendsViewModel()
    await model.add(email: email)
    guard let friend = model.friend(withEmail: email) else { throw model.failure(email: email) }
    return friend
  }

  /// Removes the friend with an e-mail.
  @MainActor
  public func removeFriend(email: String) async throws(SharingFailure) {
    let model = try await loadedFriends()
    await model.remove(email: email)
    if case .failed(let failure) = model.phase { throw failure }
  }

  /// Shares a post with friends; one that fails does not stop the others.
  @MainActor
  public func share(
    _ post: NewPost, withEmails emails: [String]
  ) async throws(SharingFailure) -> ShareOutcome {
    let model = makeShareViewModel(post: post)
    await model.loadFriends()
    if case .failed(let error) = model.phase { throw .cloud(error) }
    var failed: [ShareOutcome.Failed] = []
    for email in emails.uniqueEmails {
      guard let friend = model.friends.first(where: { $0.email == email }) else {
        failed.append(.init(email: email, failure: .notAFriend(email: email)))
        continue
      }
      if case .failure(let error) = await model.share(with: friend) {
        failed.append(.init(email: email, failure: .cloud(error)))
      }
    }
    return ShareOutcome(post: model.post, sharedWith: model.sharedWith, failed: failed)
  }

  /// Returns a post by the rider or shared with the rider.
  @MainActor
  public func post(_ id: Identifier<Post>) async throws(SharingFailure) -> Post {
    do {
      return try await postRepository.post(id)
    } catch {
      throw .cloud(error)
    }
  }

  /// Returns what was shared with the rider, newest first.
  ///
  /// - Parameters:
  ///   - limit: The most items to return, in `1...1000`.
  ///   - markRead: Whether the items count as read from now on.
  @MainActor
  public func inbox(limit: Int, markRead: Bool) async throws(SharingFailure) -> [InboxItem] {
    let model = makeInboxViewModel()
    await model.load(limit: limit)
    if markRead, model.phase == .loaded { await model.markRead() }
    if case .failed(let error) = model.phase { throw .cloud(error) }
    return model.items
  }

  @MainActor
  private func loadedFriends() async throws(SharingFailure) -> FriendsViewModel {
    let model = makeFriendsViewModel()
    await model.load()
    if case .failed(let failure) = model.phase { throw failure }
    return model
  }
}

extension FriendsViewModel {
  /// Why the last action failed.
  fileprivate func failure(email: String) -> SharingFailure {
    if case .failed(let failure) = phase { failure } else { .notAFriend(email: email) }
  }
}

extension [String] {
  /// The e-mails in the form in which they are compared, each once, in order.
  fileprivate var uniqueEmails: [String] {
    var seen: Set<String> = []
    return map(\.normalizedEmail).filter { seen.insert($0).inserted }
  }
}
