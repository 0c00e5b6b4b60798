import Composition
import Core
import FeatureFlags
import Sharing
import SignedIn
import Terminal

extension RiderContainer: SharingDependencies {
  var friendsRepository: any FriendsRepository {
    CloudFriendsRepository(client: cloudClient, session: session)
  }
  var postRepository: any PostRepository {
    CloudPostRepository(client: cloudClient, session: session, randomBytes: services.randomBytes)
  }

  var pagesAddress: String? {
    let choice = parent.cloudSelection.choice
    return choice == .embedded ? nil : choice.argument
  }

  func makeSharingContainer() -> SharingContainer { SharingContainer(dependencies: self) }
}

extension RiderScope {
  var sharing: SharingContainer { child(RiderContainer.makeSharingContainer) }
}

extension CommandContext: SharingContext {
  func sharingContainer() async throws -> SharingContainer { try await riderScope().sharing }
}

extension Feature {
  /// Friends, posts and the inbox.
  static let sharing = Feature(
    commands: { dependency in
      let sharing = { @Sendable in await dependency.completingRider()?.sharing }
      let rides = Completion.rides { await dependency.completingRider()?.signedIn }
      return [
        .friends(completing: sharing), .share(completing: sharing, rides: rides), .inbox,
      ]
    }, links: LinkDeclaration.sharing(),
    linkScenes: LinkDeclaration.sharingScenes(),
    flags: .sharing,
    menu: { $0.sharing.makeMenu() },
    statusProviders: { [$0.sharing.makeStatusProvider()] },
    reopen: { scope, _, scene in scope.sharing.makeDestination(reopening: scene) },
    rideMenu: { $0.sharing.makeRideMenu(for: $1) })
}
