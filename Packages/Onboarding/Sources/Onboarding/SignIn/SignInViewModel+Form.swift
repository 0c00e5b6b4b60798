import Core
import Terminal

extension SignInViewModel: FormModel {
  var title: String { "Sign in" }
  var activity: String { "Signing in" }
  var notices: [Styled] {
    if let failure { return failure.lines }
    guard isAfterEndedSession else { return [] }
    return [
      Styled("Your session has ended.", .warning), "Sign in to go on where you were.",
    ]
  }

  func send(_ form: Form<FieldError.Field>) async {
    guard isEnabled else { return }
    email = form.text(of: .email)
    password = Secret(form.text(of: .password))
    await signIn()
  }
}

extension Form where Field == FieldError.Field {
  /// The fields with which a rider signs in.
  ///
  /// - Parameter email: The e-mail, where it is known; the password is typed next then.
  static func signIn(email: String = "") -> Form {
    let form = Form([
      Row(.email, "E-mail", text: email), Row(.password, "Password", isPassword: true),
    ])
    if !email.isEmpty { form.edit([.password]) }
    return form
  }
}
