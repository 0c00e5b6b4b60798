import FeatureFlags
import Terminal

/// The result of sharing, in one line.
struct SharingNotification: Equatable, Sendable {
  let isSuccess: Bool
  let text: String
}

/// The format of notifications, on screens and below a command.
protocol NotificationLook: Sendable {
  /// Returns the lines of a notification on a terminal of that many columns.
  func lines(
    of notification: SharingNotification, columns: Int, isUnicode: Bool
  ) -> [Styled]
}

/// One line, with a mark in front of it.
struct LineNotificationLook: NotificationLook {
  func lines(
    of notification: SharingNotification, columns: Int, isUnicode: Bool
  ) -> [Styled] {
    guard isUnicode else { return [Styled(notification.text)] }
    let mark = notification.isSuccess ? Styled("✓", .success) : Styled("✗", .error)
    return ["\(mark) \(notification.text)"]
  }
}

/// A line between two rules, so that it stands out.
struct BannerNotificationLook: NotificationLook {
  func lines(
    of notification: SharingNotification, columns: Int, isUnicode: Bool
  ) -> [Styled] {
    let line = Styled(notification.text, notification.isSuccess ? .success : .error)
    let width = min(line.displayWidth, columns)
    let rule = Styled(String(repeating: isUnicode ? "─" : "-", count: width), .muted)
    return [rule, line, rule]
  }
}

/// The look that a scope's flag chooses; the exposure is recorded when a notification is shown.
struct ScopedNotificationLook: NotificationLook {
  let flagScope: FlagScope

  func lines(
    of notification: SharingNotification, columns: Int, isUnicode: Bool
  ) -> [Styled] {
    notificationLook.make(in: flagScope)
      .lines(of: notification, columns: columns, isUnicode: isUnicode)
  }
}
