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
