import Core
import Observation
import Terminal

/// Shows notifications on the screens: each stays until the next one.
@MainActor
@Observable
final class NotificationBoard: NotificationService {
  /// The newest notification; none at first.
  private(set) var newest: SharingNotification?
  /// The details: the reason, and what to do.
  private var details: [Styled] = []
  private let look: any NotificationLook

  init(look: any NotificationLook) {
    self.look = look
  }

  /// The newest notification where lines are printed.
  var lines: [Styled] {
    guard let newest else { return [] }
    return [Styled(newest.text, newest.isSuccess ? .success : .error)] + details
  }

  /// The newest notification in a picture.
  func lines(in frame: Frame) -> [Styled] {
    guard let newest else { return [] }
    let columns = max(1, frame.size.columns - 2)
    return look.lines(of: newest, columns: columns, isUnicode: frame.isUnicode) + details
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
