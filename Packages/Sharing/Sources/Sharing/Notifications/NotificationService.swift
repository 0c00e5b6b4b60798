import Console
import Core
import Observation
import Terminal

/// Tells the rider the result of an attempt to share.
@MainActor protocol NotificationService: AnyObject, Sendable {
  /// Tells that a friend can now see a post.
  func showSuccess(sharedWith friend: Friend)

  /// Tells that a friend cannot see a post, and why.
  func showError(_ failure: SharingError, sharingWith friend: Friend)
}

/// Keeps notifications until the command has the terminal for itself, and writes them to the standard
/// error then; silent where the command reports the outcome itself.
final class ConsoleNotificationService: NotificationService {
  private let console: CommandConsole
  private let look: () -> any NotificationLook
  private var kept: [SharingNotification] = []

  /// - Parameter look: Evaluated when a notification is written.
  init(console: CommandConsole, look: @autoclosure @escaping () -> any NotificationLook) {
    (self.console, self.look) = (console, look)
  }

  func showSuccess(sharedWith friend: Friend) {
    kept.append(SharingNotification(isSuccess: true, text: "Shared with \(friend.name)."))
  }

  func showError(_ failure: SharingError, sharingWith friend: Friend) {
    let text = "Not shared with \(friend.name): \(failure.problem.message)"
    kept.append(SharingNotification(isSuccess: false, text: text))
  }

  func writeKept() {
    for notification in kept { write(notification) }
    kept = []
  }

  private func write(_ notification: SharingNotification) {
    // Who reads no remark meets no look.
    guard console.format == .text, !console.isQuiet else { return }
    let capabilities = console.terminal.capabilities
    let isDecorated = capabilities.errorIsTerminal && !capabilities.isAccessible
    let lines =
      isDecorated
      ? look().lines(
        of: notification, columns: capabilities.size.columns, isUnicode: capabilities.isUnicode)
      : [Styled(notification.text)]
    // Sharing itself has succeeded or failed already: a closed standard error changes nothing.
    for line in lines { try? console.note(line) }
  }
}

/// Shows notifications on the screens: each stays until the next one.
@MainActor @Observable final class NotificationBoard: NotificationService {
  private(set) var newest: SharingNotification?
  private var details: [Styled] = []
  private let look: () -> any NotificationLook

  /// - Parameter look: Evaluated when a notification is shown.
  init(look: @autoclosure @escaping () -> any NotificationLook) { self.look = look }

  /// The newest notification where lines are printed.
  var lines: [Styled] {
    guard let newest else { return [] }
    return [Styled(newest.text, newest.isSuccess ? .success : .error)] + details
  }

  func lines(in frame: Frame) -> [Styled] {
    guard let newest else { return [] }
    let columns = max(1, frame.size.columns - 2)
    return look().lines(of: newest, columns: columns, isUnicode: frame.isUnicode) + details
  }

  func showSuccess(sharedWith friend: Friend) {
    newest = SharingNotification(isSuccess: true, text: "Shared with \(friend.name).")
    details = []
  }

  func showError(_ failure: SharingError, sharingWith friend: Friend) {
    let problem = failure.problem
    newest = SharingNotification(isSuccess: false, text: "Not shared with \(friend.name).")
    details = [Styled(problem.message), Styled(problem.hint)]
  }
}

/// The result of sharing, in one line.
struct SharingNotification: Equatable, Sendable {
  let isSuccess: Bool
  let text: String
}

/// The format of notifications, on screens and below a command.
protocol NotificationLook: Sendable {
  /// Returns the lines of a notification on a terminal of that many columns.
  func lines(of notification: SharingNotification, columns: Int, isUnicode: Bool) -> [Styled]
}

/// One line, with a mark in front of it.
struct LineNotificationLook: NotificationLook {
  func lines(of notification: SharingNotification, columns: Int, isUnicode: Bool) -> [Styled] {
    guard isUnicode else { return [Styled(notification.text)] }
    let mark = notification.isSuccess ? Styled("✓", .success) : Styled("✗", .error)
    return ["\(mark) \(notification.text)"]
  }
}

/// A line between two rules, so that it stands out.
struct BannerNotificationLook: NotificationLook {
  func lines(of notification: SharingNotification, columns: Int, isUnicode: Bool) -> [Styled] {
    let line = Styled(notification.text, notification.isSuccess ? .success : .error)
    let width = min(line.displayWidth, columns)
    let rule = Styled(String(repeating: isUnicode ? "─" : "-", count: width), .muted)
    return [rule, line, rule]
  }
}
