import Composition
import Core
import FeatureFlags
import Sharing
import Terminal

extension RiderContainer: SharingDependencies {
  /// Opens the sharing scope.
  func makeSharingContainer() -> SharingContainer {
    SharingContainer(dependencies: self)
  }
}

extension CommandContext: SharingContext {
  func sharingContainer() async throws -> SharingContainer {
    try await riderContainer().makeSharingContainer()
  }
}

extension Feature {
  /// Friends, posts and the inbox.
  static let sharing = Feature(
    commands: { _ in [.friends, .share, .inbox] }, links: LinkDeclaration.sharing(),
    linkScreens: LinkDeclaration.sharingScreens(),
    flags: .sharing,
    menu: { $0.makeSharingContainer().makeMenu() },
    rideMenu: { $0.makeSharingContainer().makeRideMenu(for: $1) })
}
