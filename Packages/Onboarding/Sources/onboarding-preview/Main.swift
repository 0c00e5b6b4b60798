import Basics
import Core
import CoreTesting
import FeatureFlags
import Onboarding
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
      let container = OnboardingContainer(
        dependencies: try PreviewDependencies(
          scene: PreviewScene(rawValue: choices.scene) ?? .welcome,
          flags: FlagOverrides(choices.flags), responder: responder))
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

/// The dependencies of the signed-out scope, with a repository in memory.
struct PreviewDependencies: OnboardingDependencies {
  let responder: PreviewResponder
  let flagScope: FlagScope
  let services = SystemServices()
  let userSessionRepository: any UserSessionRepository
  var signedInResponder: any SignedInResponder { responder }
  var notSignedInResponder: any NotSignedInResponder { responder }

  init(scene: PreviewScene, flags: FlagOverrides, responder: PreviewResponder) throws {
    userSessionRepository = scene.repository
    self.responder = responder
    flagScope = try FlagSet.onboarding.makeScope(overrides: flags)
  }
}

/// Remembers the session that was opened.
@MainActor final class PreviewResponder: SignedInResponder, NotSignedInResponder {
  private(set) var session: UserSession?
  nonisolated init() {}
  func signedIn(to session: UserSession) { self.session = session }
  func notSignedIn() {}
}
