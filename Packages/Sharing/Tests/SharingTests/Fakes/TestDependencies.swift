import Commands
import Core
import CoreTesting
import FeatureFlags

@testable import Sharing

/// The dependencies of sharing: the friends and posts of a cloud of the test's own.
struct TestDependencies: SharingDependencies {
  let cloudClient: CloudClient
  let flagScope: FlagScope
  let services: SystemServices

  var friendsRepository: any FriendsRepository {
    CloudFriendsRepository(client: cloudClient, session: .johnny)
  }
  var postRepository: any PostRepository {
    CloudPostRepository(
      client: cloudClient, session: .johnny, randomBytes: services.randomBytes)
  }
}

/// What the commands of sharing work with.
struct TestContext: SharingContext {
  let console: CommandConsole
  let container: SharingContainer

  func sharingContainer() -> SharingContainer { container }
}
