import Core

@testable import Sharing

/// Records the notifications that a rider would have seen.
@MainActor
final class RecordingNotificationService: NotificationService {
  enum Shown: Equatable {
    case success(Friend)
    case error(SharingError, Friend)
  }

  private(set) var shown: [Shown] = []

  func showSuccess(sharedWith friend: Friend) {
    shown.append(.success(friend))
  }

  func showError(_ failure: SharingError, sharingWith friend: Friend) {
    shown.append(.error(failure, friend))
  }
}
