import Composition
import Core
import Sharing
import Terminal

/// What sharing asks for, pretended.
struct PreviewDependencies: SharingDependencies {
  let cloudClient = CloudClient(transport: PreviewCloud())
  let notificationService: any NotificationService
  let notificationLook: any NotificationLook = PreviewNotificationLook()
  let randomBytes: any RandomBytes = SystemRandomBytes()
  let lifetimeMonitor = LifetimeMonitor()
  var screenClock: any Clock<Duration> { ContinuousClock() }

  @MainActor
  init(terminal: any Terminal) {
    notificationService = PreviewNotificationService(terminal: terminal)
  }
}

/// A line in the colour of what happened.
private struct PreviewNotificationLook: NotificationLook {
  func lines(
    of notification: SharingNotification, columns: Int, isUnicode: Bool
  ) -> [Styled] {
    [Styled(notification.text, notification.isSuccess ? .success : .error)]
  }
}

/// Prints notifications of what is shared without a screen.
final class PreviewNotificationService: NotificationService {
  private let terminal: any Terminal

  init(terminal: any Terminal) {
    self.terminal = terminal
  }

  func showSuccess(sharedWith friend: Friend) {
    // A preview without its error stream has nobody to tell.
    try? terminal.writeErrorLine("Shared with \(friend.name).")
  }

  func showError(_ failure: SharingFailure, sharingWith friend: Friend) {
    try? terminal.writeErrorLine("Not shared with \(friend.name): \(failure.problem.message)")
  }
}
