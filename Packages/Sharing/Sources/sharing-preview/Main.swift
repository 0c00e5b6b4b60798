import Core
import CoreTesting
import FeatureFlags
import Sharing
import SharingTesting
import Terminal
import TerminalTesting

/// Runs sharing alone, on a cloud that pretends: the friends, then the inbox, then a post.
@main enum Main {
  static func main() async {
    let program = PreviewProgram(
      "sharing-preview", summary: "Show sharing alone: the friends, then the inbox, then a post.",
      variants: FlagSet.sharing.variants)
    await program.main { terminal, choices in
      let cloud = RoutedCloudTransport(preview: PreviewCloud()) { try $0.answer($1) }
      let flags = try FlagSet.sharing.makeScope(overrides: FlagOverrides(choices.flags))
      let container = SharingContainer(
        dependencies: SharingDouble(cloud: cloud, flagScope: flags, services: SystemServices()))
      let navigator = Navigator()
      let post = NewPost(text: "On my way")
      for scene in [SharingScene.friends, .inbox, .share(post: post)] {
        _ = try await container.makeDestination(scene).run(in: navigator, on: terminal)
      }
    }
  }
}
