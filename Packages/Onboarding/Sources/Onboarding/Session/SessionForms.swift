import Basics
import Core
import Observation
import Terminal

/// The state of the sign-in form and the one action it offers.
@Observable final class SignInViewModel: SessionFormModel, FormModel {
  var email = ""
  var password = Secret("")
  /// Whether the rider has to sign in again because the session has ended.
  var isAfterEndedSession = false
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

  /// Signs in with the typed credentials; does nothing during a sign-in.
  func signIn() async {
    var problems: [FieldError] = []
    if email.trimmingBlanks.isEmpty { problems.append(.empty(.email)) }
    if password.revealed.isEmpty { problems.append(.empty(.password)) }
    let credentials = Credentials(email: email, password: password)
    await openSession(unless: problems) { repository throws(AuthError) in
      try await repository.signIn(with: credentials)
    }
  }
}

/// The state of the sign-up form and the one action it offers.
@Observable final class SignUpViewModel: SessionFormModel, FormModel {
  var account = NewAccount(
    name: "", nickname: "", email: "", mobileNumber: "", password: Secret(""))
  var title: String { "Sign up" }
  var activity: String { "Signing up" }
  var notices: [Styled] { failure?.lines ?? [] }

  func send(_ form: Form<FieldError.Field>) async {
    guard isEnabled else { return }
    account = NewAccount(
      name: form.text(of: .name), nickname: form.text(of: .nickname), email: form.text(of: .email),
      mobileNumber: form.text(of: .mobileNumber), password: Secret(form.text(of: .password)))
    await signUp()
  }

  /// Sends the typed account; does nothing while one is being sent.
  func signUp() async {
    await openSession(unless: account.problems) { [account] repository throws(AuthError) in
      try await repository.signUp(account)
    }
  }
}

/// The form for a forgotten password and the one action it offers.
final class PasswordResetViewModel: SessionFormModel, FormModel {
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

  /// Sets a new password with an operator's code and signs in; does nothing while one is being set.
  func reset(_ reset: PasswordReset) async {
    var problems: [FieldError] = []
    if reset.email.trimmingBlanks.isEmpty { problems.append(.empty(.email)) }
    if reset.code.revealed.trimmingBlanks.isEmpty { problems.append(.empty(.code)) }
    if let problem = FieldError.checkingNewPassword(reset.password, of: [reset.email]) {
      problems.append(problem)
    }
    await openSession(unless: problems) { repository throws(AuthError) in
      try await repository.resetPassword(reset)
    }
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

  static func signUp(_ fields: [SignUpField]) -> Form {
    Form(
      fields.flatMap(rows(for:)) + [
        Row(.password, "Password", placeholder: FieldError.passwordLength, isPassword: true)
      ])
  }

  private static func rows(for field: SignUpField) -> [Row] {
    switch field {
    case .name:
      [Row(.name, "Full name"), Row(.nickname, "Nickname", placeholder: "your first name")]
    case .email: [Row(.email, "E-mail")]
    case .mobileNumber: [Row(.mobileNumber, "Mobile number")]
    }
  }

  static func passwordReset() -> Form {
    Form([
      Row(.email, "E-mail"), Row(.code, "Code"),
      Row(.password, "New password", placeholder: FieldError.passwordLength, isPassword: true),
    ])
  }
}
