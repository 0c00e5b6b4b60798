import Core
import Terminal

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
  /// The fields with which a rider sets a new password.
  static func passwordReset() -> Form {
    Form([
      Row(.email, "E-mail"), Row(.code, "Code"),
      Row(.password, "New password", placeholder: "8 characters or more", isPassword: true),
    ])
  }
}
