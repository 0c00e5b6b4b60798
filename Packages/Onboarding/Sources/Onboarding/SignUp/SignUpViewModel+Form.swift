import Core
import Terminal

extension SignUpViewModel: FormModel {
  var title: String { "Sign up" }
  var activity: String { "Signing up" }
  var isSignedIn: Bool { phase == .signedIn }

  var failure: OnboardingFailure? {
    if case .failed(let failure) = phase { failure } else { nil }
  }

  func send(_ form: Form) async {
    guard isEnabled else { return }
    account = NewAccount(
      name: form.text(of: .name), nickname: form.text(of: .nickname),
      email: form.text(of: .email), mobileNumber: form.text(of: .mobileNumber),
      password: Secret(form.text(of: .password)))
    await signUp()
  }
}

extension Form {
  /// The fields with which a rider signs up.
  static func signUp() -> Form {
    Form([
      Row(.name, "Full name"), Row(.nickname, "Nickname", placeholder: "your first name"),
      Row(.email, "E-mail"), Row(.mobileNumber, "Mobile number"),
      Row(.password, "Password", isPassword: true),
    ])
  }
}
