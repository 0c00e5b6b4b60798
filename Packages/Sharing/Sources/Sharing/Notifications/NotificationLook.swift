public import Terminal

/// What became of an attempt to share, in one line.
public struct SharingNotification: Equatable, Sendable {
  public let isSuccess: Bool
  public let text: String

  /// Creates a notification.
  public init(isSuccess: Bool, text: String) {
    self.isSuccess = isSuccess
    self.text = text
  }
}

/// How notifications look, on the screens as well as below a command.
public protocol NotificationLook: Sendable {
  /// Returns the lines of a notification on a terminal of that many columns.
  func lines(
    of notification: SharingNotification, columns: Int, isUnicode: Bool
  ) -> [Styled]
}
