import Core
import Sharing
import Terminal

/// Writes notifications to the standard error between two rules, so that they stand out.
final class BannerNotificationService: NotificationService {
  private let terminal: any Terminal
  private let isSilent: Bool

  /// Creates a service; a silent one is for callers that report the outcome themselves.
  init(terminal: any Terminal, isSilent: Bool) {
    self.terminal = terminal
    self.isSilent = isSilent
  }

  func showSuccess(sharedWith friend: Friend) {
    show("Shared with \(friend.name).", style: .success)
  }

  func showError(_ failure: SharingFailure, sharingWith friend: Friend) {
    show("Not shared with \(friend.name): \(failure.problem.message)", style: .error)
  }

  private func show(_ text: String, style: Style) {
    guard !isSilent else { return }
    let capabilities = terminal.capabilities
    let line = Styled(text, style)
    // Sharing itself has succeeded or failed already: a closed standard error changes nothing.
    guard capabilities.errorIsTerminal, !capabilities.isAccessible else {
      try? terminal.writeErrorLine(line)
      return
    }
    let width = min(line.displayWidth, capabilities.size.columns)
    let rule = Styled(String(repeating: capabilities.isUnicode ? "─" : "-", count: width), .muted)
    for line in [rule, line, rule] { try? terminal.writeErrorLine(line) }
  }
}
