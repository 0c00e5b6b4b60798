import Composition
import Core
import FeatureFlags
import Sharing
import Terminal

extension RiderContainer: SharingDependencies {
  /// Opens the sharing scope.
  func makeSharingContainer() -> SharingContainer {
    SharingContainer(dependencies: self, session: session)
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
    flags: .sharing,
    menu: [
      MenuItem(entry: .friends) { rider in
        MenuItem.visit(rider.makeSharingContainer().makeFriendsScreen()) { $0 == .profile }
      },
      MenuItem(entry: .inbox) { rider in
        MenuItem.visit(rider.makeSharingContainer().makeInboxScreen()) { $0 == .profile }
      },
    ],
    rideMenu: [
      RideMenuItem(entry: .shareRide) { rider, ride in
        MenuItem.visit(
          rider.makeSharingContainer().makeShareScreen(post: NewPost(about: ride))
        ) { $0 == .profile }
      }
    ])
}
