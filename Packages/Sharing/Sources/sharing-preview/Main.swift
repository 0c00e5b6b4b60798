import Core
import CoreTesting
import FoundationEssentials
import Glibc
import Sharing
import Terminal

/// Runs sharing alone, on a cloud that pretends: the friends, then the inbox, then a post.
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
      let container = SharingContainer(dependencies: try PreviewDependencies())
      let navigator = Navigator()
      let post = NewPost(text: "On my way")
      let screens: [any NavigableScreen] = [
        container.makeFriendsScreen(navigator: navigator),
        container.makeInboxScreen(navigator: navigator),
        container.makeShareScreen(post: post, navigator: navigator),
      ]
      for screen in screens {
        _ = try await navigator.run(from: screen, on: terminal)
      }
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
