import Basics
import Core
import Observation
import Terminal

/// The state of the sign-in form and the one action it offers.
@Observable final class SignInViewModel: SessionFormModel {
  var email = ""
  var password = Secret("")
  /// Whether the rider has to sign in again because the session has ended.
  var isAfterEndedSession = false

  /// Signs in with the typed credentials; does nothing during a sign-in.
  func signIn() async {
    let credentials = Credentials(email: email, password: password)
    await openSession(unless: emptyFields) { repository throws(AuthError) in
      try await repository.signIn(with: credentials)
    }
  }

  private var emptyFields: [FieldError] {
    var problems: [FieldError] = []
    if email.trimmingBlanks.isEmpty { problems.append(.empty(.email)) }
    if password.revealed.isEmpty { problems.append(.empty(.password)) }
    return problems
  }
}

extension SignInViewModel: FormModel {
  var title: String { "Sign in" }
  var activity: String { "Signing in" }
  var notices: [Styled] {
    if let failure { return failure.lines }
    guard isAfterEndedSession else { return [] }
    return [Styled("Your session has ended.", .warning), "Sign in to go on where you were."]
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
