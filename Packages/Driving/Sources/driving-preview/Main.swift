import Core
import CoreTesting
import Driving
import DrivingTesting
import FeatureFlags
import Terminal
import TerminalTesting

/// Runs driving alone, on a cloud that offers one ride after the other.
@main enum Main {
  @MainActor static func main() async {
    let program = PreviewProgram(
      "driving-preview", summary: "Show driving alone: a ride is offered every few seconds.",
      variants: FlagSet.driving.variants)
    await program.main { (navigator: Navigator, choices) -> Destination in
      let cloud = RoutedCloudTransport(preview: PreviewCloud()) { try $0.answer($1) }
      let flags = try FlagSet.driving.makeScope(overrides: FlagOverrides(choices.flags))
      let container = DrivingContainer(
        dependencies: DrivingDouble(cloud: cloud, flagScope: flags, services: SystemServices()))
      navigator.statusProviders = [container.makeStatusProvider()]
      return container.makeDestination()
    }
  }
}
