import Basics
import Core

/// The form for a forgotten password and the one action it offers.
final class PasswordResetViewModel: SessionFormModel {
  /// Sets a new password with an operator's code and signs in; does nothing while one is being set.
  func reset(_ reset: PasswordReset) async {
    await openSession(unless: reset.problems) { repository throws(AuthError) in
      try await repository.resetPassword(reset)
    }
  }
}

extension PasswordReset {
  fileprivate var problems: [FieldError] {
    var problems: [FieldError] = []
    if email.trimmingBlanks.isEmpty { problems.append(.empty(.email)) }
    if code.revealed.trimmingBlanks.isEmpty { problems.append(.empty(.code)) }
    if let problem = FieldError.checkingNewPassword(password, of: [email]) {
      problems.append(problem)
    }
    return problems
  }
}
