import Terminal

@testable import Sharing

/// Marks what is good with a star and what is not with a cross.
struct StarredLook: NotificationLook {
  func lines(
    of notification: SharingNotification, columns: Int, isUnicode: Bool
  ) -> [Styled] {
    ["\(notification.isSuccess ? "*" : "x") \(notification.text)"]
  }
}
