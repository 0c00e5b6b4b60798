import Core
import Terminal

extension PasswordResetViewModel: FormModel {
  var title: String { "Set a new password" }
  var activity: String { "Setting your password" }
  var isDone: Bool { if case .signedIn = phase { true } else { false } }

  var notices: [Styled] {
    if case .failed(let failure) = phase { return failure.lines }
    return ["The operator of the cloud gives you a code when you have forgotten your password."]
  }

  var invalidFields: [FieldError.Field] {
    if case .failed(let failure) = phase { failure.fields } else { [] }
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
