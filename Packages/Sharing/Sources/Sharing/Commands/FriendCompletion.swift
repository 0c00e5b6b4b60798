import Core
import Terminal

extension Completion {
  /// Offers the e-mails of the rider's friends, or of those who have invited the rider, to a shell.
  ///
  /// - Parameters:
  ///   - sharing: Opens the sharing scope; `nil` when no rider is signed in. A shell that completes must
  ///     not be disturbed, so a failure offers nothing.
  ///   - isInviter: Whether those who have invited the rider are meant.
  static func friends(
    _ sharing: @escaping @Sendable () async -> SharingContainer?, inviters isInviter: Bool = false
  ) -> Completion {
    .dynamic { _ in
      guard let list = try? await sharing()?.friendsRepository.friendList() else { return [] }
      let riders = isInviter ? list.received.map(\.from) : list.friends
      return riders.map { CompletionCandidate($0.email, $0.name) }
    }
  }
}
