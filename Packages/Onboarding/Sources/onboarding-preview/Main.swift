import Core
import FoundationEssentials
import Glibc
import Onboarding
import Terminal

/// Runs the signed-out scope alone, on a repository that pretends.
@main
enum Main {
  static func main() async {
    let terminal = SystemTerminal(
      environment: ProcessInfo.processInfo.environment, accessibleVariable: "KOOBER_ACCESSIBLE")
    let name = CommandLine.arguments.dropFirst().first ?? PreviewScenario.welcome.rawValue
    exit(await run(PreviewScenario(rawValue: name), on: terminal))
  }

  @MainActor
  private static func run(_ scenario: PreviewScenario?, on terminal: any Terminal) async -> Int32 {
    do {
      guard let scenario else {
        let names = PreviewScenario.allCases.map(\.rawValue).joined(separator: "|")
        try terminal.writeErrorLine("Usage: onboarding-preview [\(names)]")
        return 64
      }
      try await show(scenario, on: terminal)
      return 0
    } catch PromptError.interrupted {
      return 130
    } catch {
      // When even the error stream cannot be written, the exit status is all that is left.
      try? terminal.writeErrorLine("\("error:", .error) \(String(describing: error))")
      return 1
    }
  }

  @MainActor
  private static func show(_ scenario: PreviewScenario, on terminal: any Terminal) async throws {
    let responder = PreviewResponder()
    let container = OnboardingContainer(
      dependencies: try PreviewDependencies(scenario: scenario, responder: responder))
    let navigator = Navigator()
    let launch = container.makeLaunchScreen(navigator: navigator)
    guard try await navigator.run(from: launch, on: terminal) == .finished else { return }
    let flow = container.makeOnboardingFlow(navigator: navigator)
    if try await flow.run(on: terminal) == .finished {
      let name = responder.session?.profile.nickname ?? ""
      try terminal.writeLine("\("Signed in", .success) as \(name).")
    }
  }
}
