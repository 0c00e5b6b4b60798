import Core

/// Tells the rider what became of an attempt to share.
@MainActor
protocol NotificationService: AnyObject, Sendable {
  /// Tells that a friend can now see a post.
  func showSuccess(sharedWith friend: Friend)

  /// Tells that a friend cannot see a post, and why.
  func showError(_ failure: SharingFailure, sharingWith friend: Friend)
}
