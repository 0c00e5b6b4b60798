import Core
import RideUI
import Terminal

/// The fields of the forms that change an account, by the names that the cloud uses.
enum AccountField: String {
  case name, nickname, email, mobileNumber, password, newPassword, repetition
}

private typealias AccountFormModel = ActionFormModel<AccountField, AuthError>

/// The forms of the rider's account.
@MainActor extension SignedInContainer {
  /// Returns the form of the profile; the signed-in scope is opened anew with the changed one.
  func makeProfileForm(navigator: Navigator) -> FormScreen<AccountField> {
    let profile = session.profile
    let model = AccountFormModel(
      title: "Edit profile", activity: "Changing your profile",
      explanation: ["For another e-mail type your password, too."],
      check: { form in
        ProfileChange(form, of: profile).problems.compactMap { problem in
          AccountField(rawValue: problem.field.rawValue).map { ($0, problem.message) }
        }
      }
    ) { [dependencies] form throws(AuthError) in
      let session = try await dependencies.userSessionRepository.changeProfile(
        ProfileChange(form, of: profile), of: dependencies.session)
      dependencies.signedInResponder.signedIn(to: session)
    }
    return FormScreen(model: model, form: .profile(profile), navigator: navigator) {
      $0.navigator.close()
    }
  }

  /// Returns the form of the password, which tells that it is changed.
  func makePasswordForm(
    telling news: AccountNews, navigator: Navigator
  ) -> FormScreen<AccountField> {
    let model = AccountFormModel(
      title: "Change password", activity: "Changing your password",
      explanation: ["Your other sessions end."], check: Self.mistakes(in:)
    ) { [accountRemoteAPI] form throws(AuthError) in
      do throws(CloudError) {
        try await accountRemoteAPI.changePassword(
          PasswordChange(
            current: Secret(form.text(of: .password)), new: Secret(form.text(of: .newPassword))))
      } catch {
        throw .cloud(error)
      }
    }
    return FormScreen(model: model, form: .password, navigator: navigator) { screen in
      news.line = "Your password is changed; your other sessions have ended."
      screen.navigator.pop(screen)
    }
  }

  /// Returns the form that ends the account, and the signed-in scope with it.
  func makeDeletionForm(navigator: Navigator) -> FormScreen<AccountField> {
    let model = AccountFormModel(
      title: "Delete account", activity: "Deleting your account",
      explanation: [
        "Your profile, rides, friends and posts are deleted; this cannot be undone.",
        "Type your password to do it, or press Esc.",
      ],
      check: { form in
        form.text(of: .password).isEmpty ? [(.password, "Type your password.")] : []
      }
    ) { [accountRemoval] form throws(AuthError) in
      try await accountRemoval.perform(password: Secret(form.text(of: .password)))
    }
    let form = Form<AccountField>([.init(.password, "Password", isPassword: true)])
    return FormScreen(model: model, form: form, navigator: navigator) { $0.navigator.close() }
  }

  var accountRemoval: AccountRemoval {
    AccountRemoval(
      repository: dependencies.userSessionRepository, session: session, savedPlaces: savedPlaces,
      responder: dependencies.notSignedInResponder)
  }

  private static func mistakes(in form: Form<AccountField>) -> AccountFormModel.Mistakes {
    let new = Secret(form.text(of: .newPassword))
    var mistakes: AccountFormModel.Mistakes = []
    if form.text(of: .password).isEmpty { mistakes.append((.password, "Type your password.")) }
    if let problem = FieldError.checkingNewPassword(new) {
      mistakes.append((.newPassword, problem.message))
    } else if form.text(of: .repetition) != new.revealed {
      mistakes.append((.repetition, "The two new passwords are not the same."))
    }
    return mistakes
  }
}

/// The end of a rider's account, and of the signed-in scope.
@MainActor struct AccountRemoval {
  let repository: any UserSessionRepository
  let session: UserSession
  let savedPlaces: SavedPlaceStore
  let responder: any NotSignedInResponder

  func perform(password: Secret) async throws(AuthError) {
    try await repository.deleteAccount(AccountDeletion(password: password), of: session)
    // A file that cannot be written keeps places, and nothing that says whose they are.
    try? savedPlaces.removeAll()
    responder.accountDeleted()
  }
}

extension ProfileChange {
  @MainActor fileprivate init(_ form: Form<AccountField>, of profile: RiderProfile) {
    self.init(profile)
    name = form.text(of: .name)
    nickname = form.text(of: .nickname)
    email = form.text(of: .email)
    mobileNumber = form.text(of: .mobileNumber)
    let password = form.text(of: .password)
    if !password.isEmpty { self.password = Secret(password) }
  }
}

extension Form where Field == AccountField {
  fileprivate static func profile(_ profile: RiderProfile) -> Form {
    Form([
      Row(.name, "Full name", text: profile.name),
      Row(.nickname, "Nickname", text: profile.nickname, placeholder: "your first name"),
      Row(.email, "E-mail", text: profile.email),
      Row(.mobileNumber, "Mobile number", text: profile.mobileNumber),
      Row(.password, "Password", placeholder: "for another e-mail", isPassword: true),
    ])
  }

  fileprivate static var password: Form {
    Form([
      Row(.password, "Password", placeholder: "the one you have", isPassword: true),
      Row(.newPassword, "New password", placeholder: FieldError.passwordLength, isPassword: true),
      Row(.repetition, "Once more", isPassword: true),
    ])
  }
}
