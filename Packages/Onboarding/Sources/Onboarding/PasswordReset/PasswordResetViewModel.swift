import Basics
import Core
import Terminal

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

extension PasswordResetViewModel: FormModel {
  var title: String { "Set a new password" }
  var activity: String { "Setting your password" }

  var notices: [Styled] {
    failure?.lines
      ?? ["The operator of the cloud gives you a code when you have forgotten your password."]
  }

  func send(_ form: Form<FieldError.Field>) async {
    await reset(
      PasswordReset(
        email: form.text(of: .email), code: Secret(form.text(of: .code)),
        password: Secret(form.text(of: .password))))
  }
}

extension Form where Field == FieldError.Field {
  static func passwordReset() -> Form {
    Form([
      Row(.email, "E-mail"), Row(.code, "Code"),
      Row(.password, "New password", placeholder: "8 characters or more", isPassword: true),
    ])
  }
}
