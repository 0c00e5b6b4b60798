import Core
import Sharing
import Terminal

/// Writes notifications to the standard error, one line each.
final class TerminalNotificationService: NotificationService {
  private let terminal: any Terminal
  private let isSilent: Bool

  /// Creates a service; a silent one is for callers that report the outcome themselves.
  init(terminal: any Terminal, isSilent: Bool) {
    self.terminal = terminal
    self.isSilent = isSilent
  }

  func showSuccess(sharedWith friend: Friend) {
    show("\("✓", .success) Shared with \(friend.name).", plain: "Shared with \(friend.name).")
  }

  func showError(_ failure: SharingFailure, sharingWith friend: Friend) {
    let message = failure.problem.message
    show(
      "\("✗", .error) Not shared with \(friend.name): \(message)",
      plain: "Not shared with \(friend.name): \(message)")
  }

  private func show(_ line: Styled, plain: Styled) {
    guard !isSilent else { return }
    let capabilities = terminal.capabilities
    let isDecorated = capabilities.errorIsTerminal && capabilities.isUnicode
    // Sharing itself has succeeded or failed already: a closed standard error changes nothing.
    try? terminal.writeErrorLine(isDecorated ? line : plain)
  }
}
