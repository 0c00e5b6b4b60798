import Core
import Sharing
import Terminal

/// Writes notifications to the standard error.
final class TerminalNotificationService: NotificationService {
  private let terminal: any Terminal
  private let look: any NotificationLook
  private let isSilent: Bool

  /// Creates a service; a silent one is for callers that report the outcome themselves.
  init(terminal: any Terminal, look: any NotificationLook, isSilent: Bool) {
    self.terminal = terminal
    self.look = look
    self.isSilent = isSilent
  }

  func showSuccess(sharedWith friend: Friend) {
    show(SharingNotification(isSuccess: true, text: "Shared with \(friend.name)."))
  }

  func showError(_ failure: SharingFailure, sharingWith friend: Friend) {
    let text = "Not shared with \(friend.name): \(failure.problem.message)"
    show(SharingNotification(isSuccess: false, text: text))
  }

  private func show(_ notification: SharingNotification) {
    guard !isSilent else { return }
    let capabilities = terminal.capabilities
    let isDecorated = capabilities.errorIsTerminal && !capabilities.isAccessible
    let lines =
      isDecorated
      ? look.lines(
        of: notification, columns: capabilities.size.columns, isUnicode: capabilities.isUnicode)
      : [Styled(notification.text)]
    // Sharing itself has succeeded or failed already: a closed standard error changes nothing.
    for line in lines { try? terminal.writeErrorLine(line) }
  }
}
