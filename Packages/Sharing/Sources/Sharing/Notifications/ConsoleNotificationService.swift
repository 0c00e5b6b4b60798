import Commands
import Core
import Terminal

/// Writes notifications to the standard error below a command; silent where the command reports the
/// outcome itself.
final class ConsoleNotificationService: NotificationService {
  private let console: CommandConsole
  private let look: any NotificationLook

  init(console: CommandConsole, look: any NotificationLook) {
    self.console = console
    self.look = look
  }

  func showSuccess(sharedWith friend: Friend) {
    show(SharingNotification(isSuccess: true, text: "Shared with \(friend.name)."))
  }

  func showError(_ failure: SharingFailure, sharingWith friend: Friend) {
    let text = "Not shared with \(friend.name): \(failure.problem.message)"
    show(SharingNotification(isSuccess: false, text: text))
  }

  private func show(_ notification: SharingNotification) {
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
