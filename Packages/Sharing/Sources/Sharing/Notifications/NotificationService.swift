import Commands
import Core
import Terminal

/// Tells the rider what became of an attempt to share.
@MainActor
protocol NotificationService: AnyObject, Sendable {
  /// Tells that a friend can now see a post.
  func showSuccess(sharedWith friend: Friend)

  /// Tells that a friend cannot see a post, and why.
  func showError(_ failure: SharingError, sharingWith friend: Friend)
}

/// Keeps notifications until the command has the terminal for itself, and writes them to the standard
/// error then; silent where the command reports the outcome itself.
final class ConsoleNotificationService: NotificationService {
  private let console: CommandConsole
  private let look: any NotificationLook
  private var kept: [SharingNotification] = []

  init(console: CommandConsole, look: any NotificationLook) {
    self.console = console
    self.look = look
  }

  func showSuccess(sharedWith friend: Friend) {
    kept.append(SharingNotification(isSuccess: true, text: "Shared with \(friend.name)."))
  }

  func showError(_ failure: SharingError, sharingWith friend: Friend) {
    let text = "Not shared with \(friend.name): \(failure.problem.message)"
    kept.append(SharingNotification(isSuccess: false, text: text))
  }

  /// Writes the kept notifications in their order.
  func writeKept() {
    for notification in kept { write(notification) }
    kept = []
  }

  private func write(_ notification: SharingNotification) {
    let capabilities = console.terminal.capabilities
    let isDecorated = capabilities.errorIsTerminal && !capabilities.isAccessible
    let lines =
      isDecorated
      ? look.lines(
        of: notification, columns: capabilities.size.columns, isUnicode: capabilities.isUnicode)
      : [Styled(notification.text)]
    // Sharing itself has succeeded or failed already: a closed standard error changes nothing.
    for line in lines { try? console.note(line) }
  }
}
