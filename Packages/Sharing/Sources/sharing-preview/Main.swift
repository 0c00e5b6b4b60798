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
    let container = SharingContainer(
      dependencies: PreviewDependencies(terminal: terminal), session: .johnny)
    do {
      _ = try await container.makeFriendsScreen().run(on: terminal)
      _ = try await container.makeInboxScreen().run(on: terminal)
      _ = try await container.makeShareScreen(post: NewPost(text: "On my way")).run(on: terminal)
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
