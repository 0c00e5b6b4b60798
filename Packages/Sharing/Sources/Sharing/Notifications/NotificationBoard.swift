import Core
import Observation
import Terminal

/// Shows notifications on the screens: each stays until the next one.
@MainActor
@Observable
final class NotificationBoard: NotificationService {
  /// The newest notification; none at first.
  private(set) var lines: [Styled] = []

  func showSuccess(sharedWith friend: Friend) {
    lines = [Styled("Shared with \(friend.name).", .success)]
  }

  func showError(_ failure: SharingFailure, sharingWith friend: Friend) {
    let problem = failure.problem
    lines = [
      Styled("Not shared with \(friend.name).", .error), Styled(problem.message),
      Styled(problem.hint),
    ]
  }
}
