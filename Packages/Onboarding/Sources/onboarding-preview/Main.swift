import Core
import FoundationEssentials
import Glibc
import Onboarding
import Terminal
import TerminalTesting

/// Runs the signed-out scope alone, on a repository that pretends.
@main
enum Main {
  static func main() async {
    let name = CommandLine.arguments.dropFirst().first ?? PreviewScenario.welcome.rawValue
    let status = await PreviewProgram.run(ProcessInfo.processInfo.environment) { terminal in
      guard let scenario = PreviewScenario(rawValue: name) else {
        let names = PreviewScenario.allCases.map(\.rawValue).joined(separator: "|")
        try terminal.writeErrorLine("Usage: onboarding-preview [\(names)]")
        exit(64)
      }
      let responder = PreviewResponder()
      let container = OnboardingContainer(
        dependencies: try PreviewDependencies(scenario: scenario, responder: responder))
      let navigator = Navigator()
      let launch = container.makeLaunchScreen(navigator: navigator)
      guard try await navigator.run(from: launch, on: terminal) == .finished else { return }
      let flow = container.makeOnboardingFlow(navigator: navigator)
      guard try await flow.run(on: terminal) == .finished else { return }
      let nickname = responder.session?.profile.nickname ?? ""
      try terminal.writeLine("\("Signed in", .success) as \(nickname).")
    }
    exit(status)
  }
}
