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
      let container = SharingContainer(dependencies: try PreviewDependencies(), session: .johnny)
      // The profile belongs to another feature, which is not here.
      let friends = container.makeFriendsScreen()
      while try await friends.run(on: terminal) == .profile {}
      let inbox = container.makeInboxScreen()
      while try await inbox.run(on: terminal) == .profile {}
      let share = container.makeShareScreen(post: NewPost(text: "On my way"))
      while try await share.run(on: terminal) == .profile {}
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
