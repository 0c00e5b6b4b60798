import Basics
import Core
import CoreTesting
import FeatureFlags
import Onboarding
import OnboardingTesting
import Terminal
import TerminalTesting

/// Runs the signed-out scope alone, on a repository that pretends.
@main enum Main {
  static func main() async {
    let program = PreviewProgram(
      "onboarding-preview", summary: "Show the signed-out scope alone.",
      variants: FlagSet.onboarding.variants, scenes: PreviewScene.allCases.map(\.rawValue))
    await program.main { terminal, choices in
      let responder = PreviewResponder()
      let flags = try FlagSet.onboarding.makeScope(overrides: FlagOverrides(choices.flags))
      var dependencies = OnboardingDouble(
        responder: responder, flagScope: flags, services: SystemServices())
      dependencies.userSessionRepository =
        (PreviewScene(rawValue: choices.scene) ?? .welcome).repository
      let container = OnboardingContainer(dependencies: dependencies)
      let navigator = Navigator()
      let launch = container.makeLaunch()
      guard try await launch.run(in: navigator, on: terminal) == .finished else { return }
      let flow = container.makeOnboardingFlow(navigator: navigator)
      guard try await flow.run(on: terminal) == .finished else { return }
      let nickname = responder.session?.profile.nickname ?? ""
      try terminal.writeLine("\("Signed in", .success) as \(nickname).")
    }
  }
}

/// The results of a preview's repository.
enum PreviewScene: String, CaseIterable {
  /// No session; every sign-in succeeds.
  case welcome
  /// Every form is refused.
  case refused
  /// The stored session is damaged.
  case unreadable

  var repository: FakeUserSessionRepository {
    let damage = FileError(.corrupt, path: "session.json", reason: "it is not a session")
    return FakeUserSessionRepository(
      stored: self == .unreadable ? .failure(damage) : .success(nil),
      // A preview that is left needs no answer any more.
      duringSignIn: { try? await Task.sleep(for: .seconds(1)) },
      signIn: self == .refused
        ? .failure(.cloud(.unreachable(reason: "this is a preview"))) : .success(.johnny))
  }
}

/// Remembers the session that was opened.
@MainActor final class PreviewResponder: SignedInResponder, NotSignedInResponder {
  private(set) var session: UserSession?
  nonisolated init() {}
  func signedIn(to session: UserSession) { self.session = session }
  func notSignedIn() {}
}
