import Core
import FeatureFlags
import Onboarding
import Terminal
import TerminalTesting

/// Runs the signed-out scope alone, on a repository that pretends.
@main
enum Main {
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
      let launch = container.makeLaunchScreen(navigator: navigator)
      guard try await navigator.run(from: launch, on: terminal) == .finished else { return }
      let flow = container.makeOnboardingFlow(navigator: navigator)
      guard try await flow.run(on: terminal) == .finished else { return }
      let nickname = responder.session?.profile.nickname ?? ""
      try terminal.writeLine("\("Signed in", .success) as \(nickname).")
    }
  }
}
