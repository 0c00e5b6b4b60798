import Core
import Observation
import Terminal

/// The state of the sign-up form and the one action it offers.
@Observable final class SignUpViewModel: SessionFormModel {
  var account = NewAccount(
    name: "", nickname: "", email: "", mobileNumber: "", password: Secret(""))

  /// Sends the typed account; does nothing while one is being sent.
  func signUp() async {
    await openSession(unless: account.problems) { [account] repository throws(AuthError) in
      try await repository.signUp(account)
    }
  }
}

extension SignUpViewModel: FormModel {
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
}

extension Form where Field == FieldError.Field {
  static func signUp(_ fields: [SignUpField]) -> Form {
    Form(
      fields.flatMap(rows(for:)) + [
        Row(.password, "Password", placeholder: "8 characters or more", isPassword: true)
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
}
