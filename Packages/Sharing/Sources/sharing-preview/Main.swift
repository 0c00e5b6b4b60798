import Core
import CoreTesting
import FeatureFlags
import FoundationEssentials
import Glibc
import Sharing
import Terminal
import TerminalTesting

/// Runs sharing alone, on a cloud that pretends: the friends, then the inbox, then a post.
@main
enum Main {
  static func main() async {
    let status = await PreviewProgram.run(ProcessInfo.processInfo.environment) { terminal in
      let container = SharingContainer(dependencies: try PreviewDependencies())
      let navigator = Navigator()
      let post = NewPost(text: "On my way")
      let screens: [any NavigableScreen] = [
        container.makeFriendsScreen(navigator: navigator),
        container.makeInboxScreen(navigator: navigator),
        container.makeShareScreen(post: post, navigator: navigator),
      ]
      for screen in screens { _ = try await navigator.run(from: screen, on: terminal) }
    }
    exit(status)
  }
}

/// The dependencies of sharing, with a cloud in memory and the built-in flags.
struct PreviewDependencies: SharingDependencies {
  let friendsRepository: any FriendsRepository
  let postRepository: any PostRepository
  let flagScope: FlagScope
  let services = SystemServices()

  init() throws {
    let client = CloudClient(transport: PreviewCloud())
    friendsRepository = CloudFriendsRepository(client: client, session: .johnny)
    postRepository = CloudPostRepository(
      client: client, session: .johnny, randomBytes: services.randomBytes)
    flagScope = try FlagSet.sharing.makeScope()
  }
}
