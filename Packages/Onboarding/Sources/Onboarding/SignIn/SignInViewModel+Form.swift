import Core
import Terminal

extension SignInViewModel: FormModel {
  var title: String { "Sign in" }
  var activity: String { "Signing in" }
  var notices: [Styled] { failure?.lines ?? [] }

  func send(_ form: Form<FieldError.Field>) async {
    guard isEnabled else { return }
    email = form.text(of: .email)
    password = Secret(form.text(of: .password))
    await signIn()
  }
}

extension Form where Field == FieldError.Field {
  /// The fields with which a rider signs in.
  static func signIn() -> Form {
    Form([Row(.email, "E-mail"), Row(.password, "Password", isPassword: true)])
  }
}
