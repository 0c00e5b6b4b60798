/// A message for a user who may be looking elsewhere.
public struct Announcement: Sendable, Equatable {
  /// One sentence without control characters.
  public let text: String
  /// Whether it is only written where lines are printed.
  let isSilent: Bool

  init(_ text: String, isSilent: Bool = false) {
    self.text = SanitizedText.clean(text)
    self.isSilent = isSilent
  }
}

/// How a terminal is asked to show a notification on the desktop.
public enum NotificationProtocol: Sendable, Equatable {
  /// Only the bell rings.
  case bell
  /// `OSC 9`, of iTerm2, also understood by kitty, WezTerm and Ghostty.
  case osc9
  /// `OSC 777`, of rxvt-unicode, also understood by foot and VTE.
  case osc777

  /// The control sequence that announces a text: the bell, and the notification where it is known.
  func sequence(for announcement: Announcement) -> String {
    let bell = "\u{07}"
    // Neither may the text end a parameter, nor begin like a command: "9;4" is a progress bar.
    let body = announcement.text.replacing(";", with: ",")
    return switch self {
    case .bell: bell
    case .osc9: "\(bell)\u{1B}]9;Notification: \(body)\u{1B}\\"
    case .osc777: "\(bell)\u{1B}]777;notify;Notification;\(body)\u{1B}\\"
    }
  }
}
