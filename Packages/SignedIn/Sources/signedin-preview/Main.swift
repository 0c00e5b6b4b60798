import Core
import CoreTesting
import FoundationEssentials
import Glibc
import SignedIn
import Terminal

/// Runs the signed-in scope alone, on a cloud that pretends.
@main
enum Main {
  static func main() async {
    let terminal = SystemTerminal(
      environment: ProcessInfo.processInfo.environment, accessibleVariable: "KOOBER_ACCESSIBLE")
    exit(await run(on: terminal))
  }

  @MainActor
  private static func run(on terminal: any Terminal) async -> Int32 {
    do {
      let container = SignedInContainer(dependencies: try PreviewDependencies())
      let navigator = Navigator(
        shortcuts: container.makeShortcuts(),
        menu: container.makeMenu() + [MenuItem(.character("q"), "Quit") { $0.quit() }])
      _ = try await container.makeRideFlow(navigator: navigator).run(on: terminal)
      return 0
    } catch PromptError.interrupted {
      return 130
    } catch {
      // When even the error stream cannot be written, the exit status is all that is left.
      try? terminal.writeErrorLine("\("error:", .error) \(String(describing: error))")
      return 1
    }
  }
}
