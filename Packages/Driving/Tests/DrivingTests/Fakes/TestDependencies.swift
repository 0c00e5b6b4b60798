import Console
import Core
import CoreTesting
import FeatureFlags
import RideUI
import Terminal

@testable import Driving

/// The dependencies of driving, with a cloud of the test's own.
struct TestDependencies: DrivingDependencies {
  let drivingRemoteAPI: DrivingRemoteAPI
  let liveEvents: LiveEvents
  let flagScope: FlagScope
  let services: SystemServices
  let mapTiles: MapTiles

  init(cloud: any CloudTransport, flagScope: FlagScope, services: SystemServices) {
    let client = CloudClient(transport: cloud)
    drivingRemoteAPI = DrivingRemoteAPI(client: client, session: .johnny)
    liveEvents = LiveEvents(client: client, session: .johnny, services: services)
    mapTiles = MapTiles(client: client, session: .johnny, wallClock: services.wallClock)
    (self.flagScope, self.services) = (flagScope, services)
  }

  func currentLocation() -> Location { .defaultLocation }
}

extension DrivingContainer {
  /// Opens the scope on a cloud of the test's own.
  init(
    on cloud: some CloudTransport, services: SystemServices = .standingStill(),
    flags: FlagOverrides = [:]
  ) throws {
    self.init(
      dependencies: TestDependencies(
        cloud: cloud, flagScope: try FlagSet.driving.makeScope(overrides: flags),
        services: services))
  }
}

extension DrivingViewModel {
  func goOffline() async {
    await perform { api throws(CloudError) in try await api.endShift() }
  }

  func accept(_ offer: RideOffer) async {
    await perform { api throws(CloudError) in try await api.accept(offer.id) }
  }
}

/// What the commands of driving work with.
struct TestContext: DrivingContext {
  let console: CommandConsole
  let container: DrivingContainer

  func drivingContainer() -> DrivingContainer { container }
  func makeNavigator() -> Navigator { Navigator() }
}
