import Core
import Observation

/// The state of the sign-up form and the one action it offers.
@Observable
final class SignUpViewModel: SessionFormModel {
  var account = NewAccount(
    name: "", nickname: "", email: "", mobileNumber: "", password: Secret(""))

  /// Sends the typed account; does nothing while one is being sent.
  func signUp() async {
    await openSession(unless: account.problems) { [account] repository throws(AuthError) in
      try await repository.signUp(account)
    }
  }
}
