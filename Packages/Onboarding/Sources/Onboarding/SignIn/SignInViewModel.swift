import Basics
import Core
import Observation

/// The state of the sign-in form and the one action it offers.
@Observable
final class SignInViewModel: SessionFormModel {
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
