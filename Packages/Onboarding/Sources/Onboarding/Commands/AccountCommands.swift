import Basics
public import Console
import Core
public import Terminal

/// The context of the commands of onboarding.
public protocol OnboardingContext: ConsoleContext {
  /// Opens the signed-out scope, when the flags that decide in it are there.
  @MainActor func onboardingContainer() async -> OnboardingContainer
}

private let fullName = Option<String?>("name", help: "Your full name.")
private let nickname = Option<String?>(
  "nickname", help: "How you want to be addressed; your first name without it.")
private let email = Option<String?>("email", help: "Your e-mail address.")
private let phone = Option<String?>("phone", help: "Your mobile number.")
private let passwordStdin = Flag(
  "password-stdin", help: "Read the password from the standard input.")

extension Command where Context: OnboardingContext {
  /// Opening an account.
  public static var signUp: Command {
    Command(
      "sign-up", summary: "Open an account and sign in.",
      discussion: """
        What is missing is asked for when there is a terminal. The password is never an argument: \
        it is asked for, or read from the standard input. Another rider's session here ends.
        """,
      examples: [
        CommandExample(
          "koober sign-up --name 'Ada Lovelace' --email ada@example.org --phone 0491570156"
            + " --password-stdin < password.txt", "Open an account from a script.")
      ],
      parameters: [fullName, email, phone, nickname, passwordStdin]
    ) { values, context in
      let onboarding = await context.onboardingContainer()
      let questions = AccountPrompts(
        terminal: context.terminal, passwordStdin: values[passwordStdin])
      let given: [(field: SignUpField, value: String?)] = [
        (.name, values[fullName]), (.email, values[email]), (.mobileNumber, values[phone]),
      ]
      var account = NewAccount(
        name: values[fullName] ?? "", nickname: values[nickname] ?? "", email: values[email] ?? "",
        mobileNumber: values[phone] ?? "", password: Secret(""))
      let missing = given.filter { $0.value == nil }.map(\.field)
      for field in onboarding.signUpFields(among: missing) {
        switch field {
        case .name:
          account.name = try await questions.value(nil, "Full name", "--name") {
            FieldError.checkingName($0.trimmingBlanks, field: .name)
          }
        case .email:
          account.email = try await questions.value(nil, "E-mail", "--email") {
            FieldError.checkingEmail($0.normalizedEmail)
          }
        case .mobileNumber:
          account.mobileNumber = try await questions.value(nil, "Mobile number", "--phone") {
            FieldError.checkingMobileNumber($0)
          }
        }
      }
      // A password that is of no use is not asked for; a script gets all errors at once.
      let problems = account.problems.filter { $0.field != .password }
      guard problems.isEmpty || values[passwordStdin] else {
        throw OnboardingError.invalidFields(problems)
      }
      account.password = try await questions.newPassword()
      try await context.openSession(in: onboarding, "Signing up") { [account] in
        let model = onboarding.makeSignUpViewModel()
        model.account = account
        await model.signUp()
        return model
      }
    }
  }

  /// Signing in to an account.
  public static var signIn: Command {
    Command(
      "sign-in", summary: "Sign in with your e-mail and password.",
      discussion: "Signing in ends the session that was there before, if there was one.",
      examples: [
        CommandExample(
          "koober sign-in --email ada@example.org --password-stdin < password.txt",
          "Sign in from a script.")
      ],
      parameters: [email, passwordStdin]
    ) { values, context in
      let questions = AccountPrompts(
        terminal: context.terminal, passwordStdin: values[passwordStdin])
      let email = try await questions.value(values[email], "E-mail", "--email")
      let password = try await questions.password()
      let onboarding = await context.onboardingContainer()
      try await context.openSession(in: onboarding, "Signing in") {
        let model = onboarding.makeSignInViewModel()
        (model.email, model.password) = (email, password)
        await model.signIn()
        return model
      }
    }
  }
}

private let secretsStdin = Flag(
  "password-stdin", help: "Read the code and the new password, a line each, from standard input.")

extension Command where Context: OnboardingContext {
  /// Setting a new password with an operator's code.
  public static var resetPassword: Command {
    Command(
      "reset-password", summary: "Set a new password with a code, and sign in.",
      discussion: """
        The operator of the cloud makes the code with 'koober-cloud accounts reset EMAIL'. All your \
        sessions end.
        """,
      examples: [
        CommandExample(
          "koober reset-password --email ada@example.org", "Type the code and a new password.")
      ],
      parameters: [email, secretsStdin]
    ) { values, context in
      let prompts = AccountPrompts(terminal: context.terminal, passwordStdin: values[secretsStdin])
      let email = try await prompts.value(values[email], "E-mail", "--email")
      let (code, password) = try await prompts.secretAndNewPassword("Code")
      let onboarding = await context.onboardingContainer()
      try await context.openSession(in: onboarding, "Setting your password") {
        let model = onboarding.makePasswordResetViewModel()
        await model.reset(PasswordReset(email: email, code: code, password: password))
        return model
      }
    }
  }
}

@MainActor extension OnboardingContext {
  /// Opens a session, which takes the place of the one before; an unreadable one is reported.
  fileprivate func openSession(
    in onboarding: OnboardingContainer, _ activity: String,
    _ open: @MainActor () async -> SessionFormModel
  ) async throws {
    await onboarding.launch { failure in try? note("\(failure.problem.message)") }
    let replaced = await onboarding.storedProfile
    let session = try await showingActivity(activity) { _ in
      switch await open().phase {
      case .failed(let failure): throw failure
      case .signedIn(let session): return Optional(session)
      case .editing, .signingIn: return nil
      }
    }
    if let session { try show(session.profile, replacing: replaced) }
  }

  private func show(_ profile: RiderProfile, replacing replaced: RiderProfile?) throws {
    try print(profile: profile)
    guard let replaced, replaced.id != profile.id else { return }
    try note("Signed in as \(profile.nickname); \(replaced.nickname) was signed out here.")
  }
}
