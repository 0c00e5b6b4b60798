import Core
import CoreTesting
import FeatureFlags
import RideUI
import Sharing
import Terminal
import TerminalTesting

/// Runs sharing alone, on a cloud that pretends: the friends, then the inbox, then a post.
@main enum Main {
  static func main() async {
    let program = PreviewProgram(
      "sharing-preview", summary: "Show sharing alone: the friends, then the inbox, then a post.",
      variants: FlagSet.sharing.variants)
    await program.main { terminal, choices in
      let container = SharingContainer(
        dependencies: try PreviewDependencies(flags: FlagOverrides(choices.flags)))
      let navigator = Navigator()
      let post = NewPost(text: "On my way")
      for scene in [SharingScene.friends, .inbox, .share(post: post)] {
        _ = try await container.makeDestination(scene).run(in: navigator, on: terminal)
      }
    }
  }
}

/// The dependencies of sharing, with a cloud in memory.
struct PreviewDependencies: SharingDependencies {
  let friendsRepository: any FriendsRepository
  let postRepository: any PostRepository
  let liveEvents: LiveEvents
  let pagesAddress: String? = "https://cloud.example.org"
  let flagScope: FlagScope
  let services = SystemServices()
  let mapTiles: MapTiles

  init(flags: FlagOverrides) throws {
    let client = CloudClient(
      transport: RoutedCloudTransport(preview: PreviewCloud()) { try $0.answer($1) })
    friendsRepository = CloudFriendsRepository(client: client, session: .johnny)
    postRepository = CloudPostRepository(
      client: client, session: .johnny, randomBytes: services.randomBytes)
    liveEvents = LiveEvents(client: client, session: .johnny, services: services)
    mapTiles = MapTiles(client: client, session: .johnny, wallClock: services.wallClock)
    flagScope = try FlagSet.sharing.makeScope(overrides: flags)
  }
}
