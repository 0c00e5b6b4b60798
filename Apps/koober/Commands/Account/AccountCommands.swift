import Commands
import Core
import FeatureFlags
import Onboarding
import SignedIn
import Terminal

/// Signing up, in and out, and who one is.
enum AccountCommands {
  private static let name = Option<String?>("name", help: "Your full name.")
  private static let nickname = Option<String?>(
    "nickname", help: "How you want to be addressed; your first name without it.")
  private static let email = Option<String?>("email", help: "Your e-mail address.")
  private static let phone = Option<String?>("phone", help: "Your mobile number.")
  private static let everywhere = Flag(
    "everywhere", help: "End all sessions of your account, on other machines too.")
  private static let passwordStdin = Flag(
    "password-stdin", help: "Read the password from the standard input.")

  static let signUp = Command<CommandContext>(
    "sign-up", summary: "Open an account and sign in.",
    discussion: """
      What is missing is asked for when there is a terminal. The password is never an argument: \
      it is asked for, or read from the standard input.
      """,
    examples: [
      CommandExample(
        "koober sign-up --name 'Ada Lovelace' --email ada@example.org --phone 0491570156"
          + " --password-stdin < password.txt", "Open an account from a script.")
    ],
    parameters: [name, email, phone, nickname, passwordStdin]
  ) { values, context in
    var form = Form(context: context, passwordStdin: values[passwordStdin])
    var account = NewAccount(
      name: "", nickname: values[nickname] ?? "", email: "", mobileNumber: "",
      password: Secret(""))
    for field in context.container.signUpOrder.fields {
      switch field {
      case .name:
        account.name = try await form.value(values[name], "Full name", "--name")
      case .email:
        account.email = try await form.value(values[email], "E-mail", "--email")
      case .mobileNumber:
        account.mobileNumber = try await form.value(values[phone], "Mobile number", "--phone")
      }
    }
    account.password = try await form.newPassword()
    let completed = account
    try await context.enter("Signing up") { try await $0.signUp(completed) }
  }

  static let signIn = Command<CommandContext>(
    "sign-in", summary: "Sign in with your e-mail and password.",
    discussion: "Signing in ends the session that was there before, if there was one.",
    examples: [
      CommandExample(
        "koober sign-in --email ada@example.org --password-stdin < password.txt",
        "Sign in from a script.")
    ],
    parameters: [email, passwordStdin]
  ) { values, context in
    var form = Form(context: context, passwordStdin: values[passwordStdin])
    let email = try await form.value(values[email], "E-mail", "--email")
    let credentials = Credentials(email: email, password: try await form.password())
    try await context.enter("Signing in") { try await $0.signIn(with: credentials) }
  }

  static let signOut = Command<CommandContext>(
    "sign-out", summary: "End the session here and in the cloud.",
    discussion: """
      With --everywhere all sessions of your account end, on other machines too. A session ends by \
      itself when it is not used for 30 days, and 180 days after it was opened; of more than 20 \
      the oldest ends.
      """,
    examples: [
      CommandExample("koober sign-out", "Sign out."),
      CommandExample("koober sign-out --everywhere", "Sign out on all machines."),
    ],
    parameters: [everywhere]
  ) { values, context in
    let scope = try await context.signedInScope()
    if values[everywhere] {
      try await context.showingActivity("Signing out everywhere") { _ in
        try await scope.signedIn.signOutEverywhere()
      }
      return try context.print(SignOutDocument(.revoked)) {
        try context.terminal.writeLine("Signed out everywhere.")
      }
    }
    let outcome = try await context.showingActivity("Signing out") { _ in
      try await scope.signedIn.signOut()
    }
    if case .deletedOnly(let error) = outcome {
      try context.note(
        "The cloud does not know of it (\(error.problem.message)): the session ends there later.")
    }
    try context.print(SignOutDocument(outcome)) {
      try context.terminal.writeLine("Signed out.")
    }
  }

  static let profile = Command<CommandContext>(
    "profile", summary: "Show who you are.",
    examples: [CommandExample("koober profile --json", "Print your profile as JSON.")]
  ) { _, context in
    try await context.print(profile: context.signedInScope().signedIn.profile)
  }
}

extension CommandContext {
  /// Leads the signed-out scope to a session and shows whose it is.
  @MainActor
  fileprivate func enter(
    _ title: String, operation: @MainActor (OnboardingContainer) async throws -> Void
  ) async throws {
    let onboarding = container.makeOnboardingContainer()
    await launch { failure in
      // The new session takes the place of the unreadable one; the rider should know of it.
      try? note("\(failure.problem.message)")
    }
    try await showingActivity(title) { _ in try await operation(onboarding) }
    if case .signedIn(let session) = container.mainViewModel.scene {
      try print(profile: session.profile)
    }
  }

  fileprivate func print(profile: RiderProfile) throws {
    try print(ProfileDocument(profile: profile)) {
      try terminal.write(
        KeyValueList([
          ("Name", Styled(profile.name)), ("Nickname", Styled(profile.nickname)),
          ("E-mail", Styled(profile.email)), ("Mobile number", Styled(profile.mobileNumber)),
        ]))
    }
  }
}

private struct ProfileDocument: Encodable {
  let profile: RiderProfile
}

private struct SignOutDocument: Encodable {
  let signedOut = true
  let revoked: Bool

  init(_ outcome: SignOutOutcome) {
    revoked = outcome == .revoked
  }
}
