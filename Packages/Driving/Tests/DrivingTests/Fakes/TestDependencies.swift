import Console
import Core
import CoreTesting
import FeatureFlags
import RideUI
import Terminal

import DrivingTesting

@testable import Driving

extension DrivingContainer {
  /// Opens the scope on a cloud of the test's own.
  init(
    on cloud: some CloudTransport, services: SystemServices = .standingStill(),
    flags: FlagOverrides = [:]
  ) throws {
    self.init(
      dependencies: DrivingDouble(
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
