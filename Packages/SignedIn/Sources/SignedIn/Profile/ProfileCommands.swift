import Console
import Core
public import Terminal

private let everywhere = Flag(
  "everywhere", help: "End all sessions of your account, on other machines too.")

extension Command where Context: SignedInContext {
  /// Signing out.
  public static var signOut: Command {
    Command(
      "sign-out", summary: "End the session here and in the cloud.",
      discussion: """
        With --everywhere all sessions of your account end, on other machines too. A session ends \
        by itself when it is not used for \(SessionSummary.idleDays) days, and \
        \(SessionSummary.longestDays) days after it was opened; of more than \
        \(SessionSummary.largestCount) the oldest ends.
        """,
      examples: [
        CommandExample("koober sign-out", "Sign out."),
        CommandExample("koober sign-out --everywhere", "Sign out on all machines."),
      ],
      parameters: [everywhere]
    ) { values, context in
      let model = try await context.signedInContainer().makeProfileViewModel()
      if values[everywhere] {
        try await context.showingActivity("Signing out everywhere") { _ in
          try await model.signOutEverywhere().get()
        }
        return try context.print(SignOutDocument(revoked: true), line: "Signed out everywhere.")
      }
      let outcome = try await context.showingActivity("Signing out") { _ in
        try await model.signOut().get()
      }
      if case .deletedOnly(let error) = outcome {
        try context.note(
          "The cloud does not know of it (\(error.problem.message)): the session ends there later.")
      }
      try context.print(SignOutDocument(revoked: outcome == .revoked), line: "Signed out.")
    }
  }

  /// The rider's profile.
  public static var profile: Command {
    Command(
      "profile", summary: "Show who you are.",
      examples: [CommandExample("koober profile --json", "Print your profile as JSON.")]
    ) { _, context in
      try await context.print(profile: context.signedInContainer().session.profile)
    }
  }
}

private struct SignOutDocument: Encodable {
  let signedOut = true
  let revoked: Bool
}
