import Terminal

/// What became of an attempt to share, in one line.
struct SharingNotification: Equatable, Sendable {
  let isSuccess: Bool
  let text: String
}

/// How notifications look, on the screens as well as below a command.
protocol NotificationLook: Sendable {
  /// Returns the lines of a notification on a terminal of that many columns.
  func lines(
    of notification: SharingNotification, columns: Int, isUnicode: Bool
  ) -> [Styled]
}
