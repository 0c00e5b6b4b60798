import Core
import FoundationEssentials
import Glibc
import SignedIn
import Terminal
import TerminalTesting

/// Runs the signed-in scope alone, on a cloud that pretends.
@main
enum Main {
  static func main() async {
    let status = await PreviewProgram.run(ProcessInfo.processInfo.environment) { terminal in
      let container = SignedInContainer(dependencies: try PreviewDependencies())
      let navigator = Navigator(
        shortcuts: container.makeShortcuts(),
        menu: container.makeMenu() + [MenuItem(.character("q"), "Quit") { $0.quit() }])
      _ = try await container.makeRideFlow(navigator: navigator).run(on: terminal)
    }
    exit(status)
  }
}
