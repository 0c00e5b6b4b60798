import Core
import CoreTesting
import Driving
import FeatureFlags
import RideUI
import Terminal
import TerminalTesting

/// Runs driving alone, on a cloud that offers one ride after the other.
@main enum Main {
  @MainActor static func main() async {
    let program = PreviewProgram(
      "driving-preview", summary: "Show driving alone: a ride is offered every few seconds.",
      variants: FlagSet.driving.variants)
    await program.main { (navigator: Navigator, choices) -> Destination in
      let container = DrivingContainer(
        dependencies: try PreviewDependencies(flags: FlagOverrides(choices.flags)))
      navigator.statusProviders = [container.makeStatusProvider()]
      return container.makeDestination()
    }
  }
}

/// The dependencies of driving, with a cloud in memory.
struct PreviewDependencies: DrivingDependencies {
  let drivingRemoteAPI: DrivingRemoteAPI
  let liveEvents: LiveEvents
  let flagScope: FlagScope
  let services = SystemServices()
  let mapTiles: MapTiles

  init(flags: FlagOverrides) throws {
    let client = CloudClient(
      transport: RoutedCloudTransport(preview: PreviewCloud()) { try $0.answer($1) })
    drivingRemoteAPI = DrivingRemoteAPI(client: client, session: .johnny)
    liveEvents = LiveEvents(client: client, session: .johnny, services: services)
    mapTiles = MapTiles(client: client, session: .johnny, wallClock: services.wallClock)
    flagScope = try FlagSet.driving.makeScope(overrides: flags)
  }

  func currentLocation() -> Location { .defaultLocation }
}
