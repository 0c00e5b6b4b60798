import Basics
import Composition
import Core
import Driving
import FeatureFlags
import SignedIn
import Terminal

extension RiderContainer: DrivingDependencies {
  var drivingRemoteAPI: DrivingRemoteAPI { DrivingRemoteAPI(client: cloudClient, session: session) }

  func currentLocation() async throws(FileError) -> Location { try await locator.currentLocation() }

  func makeDrivingContainer() -> DrivingContainer { DrivingContainer(dependencies: self) }
}

extension RiderScope {
  var driving: DrivingContainer { child(RiderContainer.makeDrivingContainer) }
}

extension CommandContext: DrivingContext {
  func drivingContainer() async throws -> DrivingContainer { try await riderScope().driving }
}

extension Feature {
  /// Shifts, offers and trips of riders who drive.
  static let driving = Feature(
    commands: { _ in [.drive] }, links: LinkDeclaration.driving(),
    linkScenes: LinkDeclaration.drivingScenes(), flags: .driving,
    menu: { $0.driving.makeMenu() },
    statusProviders: { [$0.driving.makeStatusProvider()] },
    reopen: { scope, _, scene in scope.driving.makeDestination(reopening: scene) })
}
